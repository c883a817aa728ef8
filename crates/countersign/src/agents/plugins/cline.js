// Countersign judges what this agent does. Installed by `countersign hook install`; `countersign hook remove` takes it away.
import { spawn } from "node:child_process"

//@ask@

const of = (event, call) => ({
  event, tool: call.tool?.name ?? call.toolCall?.toolName, id: call.toolCall?.toolCallId ?? "",
  session: call.snapshot?.runId ?? "", cwd: process.cwd(), input: call.input,
})

// Nothing waits for this: each call says it again.
ask({ event: "begun", cwd: process.cwd() })

export default {
  name: "countersign",
  manifest: { capabilities: ["hooks"] },
  hooks: {
    beforeTool: async (call) => {
      const said = await ask(of("before", call))
      if (said.deny !== undefined) return { skip: true, reason: said.deny }
      if (said.input) return { input: said.input }
    },
    afterTool: async (call) => {
      await ask(of("after", call))
    },
  },
}
