list-risk-low = Low risk
list-risk-medium = Medium risk
list-risk-high = High risk
list-others = Other things that wait
list-more = All that waits
list-warnings = has warnings
list-by-run = By run
list-by-risk = By risk
list-lines = List
list-cards = Cards
list-review = Review one by one
list-before = Previous
list-after = Next
list-below = More of it is further down: it is shown first.
list-more-answers = More answers
details-again = The same as fields
list-type-exactly = Type exactly: { $what }
live-did-confirm = confirmed this.
live-did-reject = rejected this.
live-did-defer = put this off.
live-did-edit = changed its arguments.
live-did-withdraw = took back an answer to this.
live-new = A new proposal has come.
live-too-soon = Wait: this has only just appeared.
live-answering = Wait: your answer is being sent.
live-no-key = No key answers this: press the button. G leads to it.
typed-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}
typed-targets = { $n ->
    [one] { $n } target
   *[other] { $n } targets
}
typed-things = { $n ->
    [one] { $n } thing
   *[other] { $n } things
}
