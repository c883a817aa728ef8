// Countersign judges what this agent does. Installed by `countersign hook install`; `countersign hook remove` takes it away.
import { spawn } from "node:child_process"

//@ask@

export default function (pi) {
  const begun = ask({ event: "begun", cwd: process.cwd() })
  pi.on("tool_call", async (call, context) => {
    await begun
    const said = await ask({
      event: "before", tool: call.toolName, id: call.toolCallId, cwd: context.cwd, input: call.input,
    })
    if (said.deny !== undefined) return { block: true, reason: said.deny }
    if (said.input) Object.assign(call.input, said.input)
  })
  pi.on("tool_result", async (call, context) => {
    await ask({
      event: "after", tool: call.toolName, id: call.toolCallId, cwd: context.cwd, input: call.input,
    })
  })
}
