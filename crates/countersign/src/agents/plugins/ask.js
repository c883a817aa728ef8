// Starts Countersign and returns its answer. No answer is a no.
function ask(event) {
  return new Promise((done) => {
    let out = ""
    const no = (why) => done({ deny: `Countersign could not judge this, so it is denied (${why}); see: countersign doctor` })
    try {
      const child = spawn("/bin/sh", ["-c", event.event === "before" ? "@before@" : "@other@"], {
        stdio: ["pipe", "pipe", "ignore"],
      })
      const timer = setTimeout(() => {
        no("it took too long: make the same call again")
        child.kill()
      }, "@most_ms@")
      child.on("error", (e) => no(String(e)))
      child.stdin.on("error", () => {})
      child.stdout.on("data", (data) => (out += data))
      child.on("close", (code) => {
        clearTimeout(timer)
        let said
        try {
          said = JSON.parse(out)
        } catch {}
        const valid = said && typeof said === "object" && (said.deny === undefined || typeof said.deny === "string")
        valid && code === 0 ? done(said) : no(`exit code ${code}`)
      })
      child.stdin.end(JSON.stringify(event))
    } catch (e) {
      no(String(e))
    }
  })
}
