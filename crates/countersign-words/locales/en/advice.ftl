op-insight-show = Show what people were asked or spared, how they answered, and what follows
advice-refuse = { $tool } was refused { $n } times and never confirmed: refuse it by a rule
advice-quick = { $n } of { $all } yeses to something dangerous came within { $s } s of being shown: register a passkey, so that a dangerous yes takes a second step
advice-unseen = { $n } of { $all } yeses came without the whole difference on the screen: open what is longer than a line before you answer
advice-long-run = { $who } said yes { $n } times in a row: look at some of these again, or allow what is always confirmed
advice-undone = { $tool } was undone after { $n } of { $all } yeses: look closer at it, or let it run in a stage first
advice-overrated = { $n } of { $all } steps that scored { $score } or more were rejected or undone: raise confidence_threshold
