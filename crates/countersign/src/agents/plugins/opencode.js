// Countersign judges what this agent does. Installed by `countersign hook install`; `countersign hook remove` takes it away.
import { spawn } from "node:child_process"

//@ask@

// Whether a rule of the user denies a command, which is replaced before their rules are asked.
function denied(rules, line) {
  const parts = [line, ...line.split(/&&|\|\||[;|&\n]/)].map((part) => part.trim())
  const matches = (pattern) => {
    let text = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".")
    if (text.endsWith(" .*")) text = `${text.slice(0, -3)}( .*)?`
    const whole = new RegExp(`^${text}$`, "s")
    return parts.some((part) => whole.test(part))
  }
  return Object.entries(rules ?? {}).find(([pattern, rule]) => rule === "deny" && pattern !== "*" && matches(pattern))?.[0]
}

export const Countersign = async ({ directory }) => {
  let rules = {}
  await ask({ event: "begun", cwd: directory })
  return {
    config: async (settings) => {
      const bash = settings?.permission?.bash
      rules = bash && typeof bash === "object" ? bash : {}
    },
    "tool.execute.before": async (call, to) => {
      const line = typeof to.args?.command === "string" ? to.args.command : undefined
      const rule = line === undefined ? undefined : denied(rules, line)
      if (rule !== undefined) throw new Error(`the user's own rule denies this command: ${rule}`)
      const said = await ask({
        event: "before", tool: call.tool, id: call.callID, session: call.sessionID, cwd: directory, input: to.args,
      })
      if (said.deny !== undefined) throw new Error(said.deny)
      if (said.input) Object.assign(to.args, said.input)
    },
    "tool.execute.after": async (call) => {
      await ask({
        event: "after", tool: call.tool, id: call.callID, session: call.sessionID, cwd: directory, input: call.args,
      })
    },
  }
}
