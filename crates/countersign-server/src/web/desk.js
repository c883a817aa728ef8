// The review desk, made live. Everything here only saves a page load: without it each button is a plain form.
