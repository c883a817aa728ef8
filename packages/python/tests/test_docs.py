"""Whether what the pages of both packages show is there: the names they import, and the arguments they give."""

import ast
import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "packages/python/src/countersign_gate"
NPM = ROOT / "packages/npm"


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)


def module(name: str) -> dict[str, ast.AST]:
    """What a module of the package defines or hands on, by name."""
    last = name.removeprefix("countersign_gate").removeprefix(".") or "__init__"
    found: dict[str, ast.AST] = {}
    for node in ast.parse((PACKAGE / f"{last}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            inner = module(f"countersign_gate.{node.module}")
            found |= {one.asname or one.name: inner.get(one.name, node) for one in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id: node for one in targets if isinstance(one, ast.Name)}
    return found


def takes(what: ast.AST) -> set[str] | None:
    """The names of the arguments; None where anything may be given, or nothing is known."""
    if isinstance(what, ast.ClassDef):
        inits = [one for one in what.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        what = inits[0] if inits else what
    if not isinstance(what, (ast.FunctionDef, ast.AsyncFunctionDef)) or what.args.kwarg:
        return None
    # Of an overloaded function, only one of its forms is known here.
    if any(getattr(one, "id", "") == "overload" for one in what.decorator_list):
        return None
    return {one.arg for one in [*what.args.posonlyargs, *what.args.args, *what.args.kwonlyargs]}


class Docs(unittest.TestCase):
    def test_h8_python_on_the_pages_imports_and_gives_what_there_is(self) -> None:
        imports = calls = 0
        for page in ("docs/python.md", "packages/python/README.md"):
            known: dict[str, ast.AST] = {}
            for block in blocks(page, "python"):
                for node in ast.walk(ast.parse(block)):
                    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("countersign_gate"):
                        there = module(node.module or "")
                        for one in node.names:
                            self.assertIn(one.name, there, f"{page}: from {node.module}")
                            known[one.asname or one.name] = there[one.name]
                            imports += 1
                for node in ast.walk(ast.parse(block)):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
                        given = {one.arg for one in node.keywords if one.arg}
                        there_are = takes(known[node.func.id])
                        if there_are is not None:
                            self.assertLessEqual(given, there_are, f"{page}: {node.func.id}")
                            calls += 1
        self.assertGreater(imports, 10)
        self.assertGreater(calls, 5)

    def test_h8_typescript_on_the_pages_imports_what_there_is(self) -> None:
        exports = json.loads((NPM / "package.json").read_text(encoding="utf-8"))["exports"]
        imports = 0
        for page in ("docs/typescript.md", "packages/npm/README.md"):
            text = "\n".join(blocks(page, r"(?:ts|typescript|js|javascript)"))
            for names, rest in re.findall(r'import \{([^}]*)\} from "countersign-gate(/[\w-]+)?"', text):
                self.assertIn(f".{rest}", exports, page)
                source = (NPM / "src" / f"{rest[1:] or 'index'}.ts").read_text(encoding="utf-8")
                for name in (part.strip().removeprefix("type ") for part in names.split(",")):
                    own = rf"export (?:async |declare )?(?:function|class|const|interface|type) {name}\b"
                    again = rf"export (?:type )?\{{[^}}]*\b{name}\b[^}}]*\}}"
                    self.assertTrue(re.search(own, source) or re.search(again, source), f"{page}: {name}")
                    imports += 1
        self.assertGreater(imports, 4)


if __name__ == "__main__":
    unittest.main()
