"""The sentences that lead to a page and ask for a fact there."""

from __future__ import annotations

__all__ = [
    "BOX", "ERRANDS", "EXTRACT", "GO", "GO_TOLD", "GRAB", "HERE", "HOP", "KNOWN", "LEAD", "SEARCH", "SECTION",
    "START", "STAY", "TARGET", "TITLE", "TOLD", "VISIT",
]  # fmt: skip

START = (
    "Begin on the page you were given.",
    "You are already on the first page.",
    "Start with the page in your envelope.",
    "Stay on the starting page for now.",
    "No travelling yet: read the page you start from.",
    "Your first stop is the starting page itself.",
    "Before you go anywhere, read the page you begin on.",
    "The starting page comes first.",
    "Look over the page where the race begins.",
    "The race opens on the page you were handed.",
    "Your starting page holds the first thing you need.",
    "On your marks: the page you start from is the first to read.",
)

STAY = (
    "Stay on the page you are on.",
    "Don't leave this page yet.",
    "The same page has more to give.",
    "Remain on the page you are reading.",
    "You need this page again.",
    "Keep this page open.",
    "Before you move on, look at this page again.",
    "There is something else on this page.",
    "Read on in the same place.",
    "No new page this time: use the page that is open.",
    "You aren't done with this page.",
    "Save yourself the walk: this page will do once more.",
)

HERE = (
    "Without leaving the page you are on, {grab}.",
    "Still on the same page, {grab}.",
    "While you are on this page, {grab} as well.",
)
"""Staying and asking in one sentence; `{grab}` asks for a field in the imperative."""

GO = (
    "Follow the link to {target}.",
    "From the page you are on, go to {target}.",
    "Follow a link from your page to {target}.",
    "Among the links of your page, find and open {target}.",
    "Leave your page by the link to {target}.",
    "Your next page is {target}; your current page links to it.",
    "Travel by link to {target}.",
    "Your page links to {target}. Open that page.",
    "Find the link that leads to {target}, and follow it.",
    "The page you are on has a link to {target}. Open it.",
    "Move on, by a link of your page, to {target}.",
    "A link takes you from here to {target}.",
)

GO_TOLD = (
    "Look through the links of your page for {some}: {told}. Go there.",
    "Your page links to {some}, and this is how you know it: {told}. Open it.",
    "The next page is about {some} that your page links to: {told}.",
    "Behind a link of your page waits {some}; {told}. Follow that link.",
)
"""The same with the page described in sentences of their own; `{some}` is its kind, `{told}` what is true of it."""

HOP = (
    "Follow the link to {target}",
    "Take a link from your page to {target}",
    "Move on to {target}, to which your page links",
    "Open the link to {target}",
)
"""The beginnings of sentences that go on with what to find there."""

ERRANDS = (
    "{hop}, and {grab}.",
    "{hop}, and there {grab}.",
    "You need {noun} from {source} of another page: {target}, to which yours links.",
    "Fetch {noun} from the page of {target}, to which yours links; look in {source}.",
)
"""Going and asking in one sentence."""

VISIT = (
    "Follow the link to {known}.",
    "Your page links to {known}. Open that page.",
    "Leave your page by the link to {known}.",
    "From the page you are on, go to {known}.",
    "Travel by link to {known}.",
    "Among the links of your page, find and open {known}.",
    "Your next page is that of {known}; your current page links to it.",
    "Move on, by a link of your page, to {known}.",
    "Now read about {known}: your page has a link.",
    "A link takes you from here to {known}.",
)
"""Going to the page that an earlier answer names."""

KNOWN = (
    "the {noun} from clue {INT:a}",
    "the {noun} that clue {INT:a} gave you",
    "the {noun} named in the answer to clue {INT:a}",
)
"""A page named by an earlier answer, by its kind."""

SEARCH = (
    "Search for {query} and open {target}.",
    "No link this time: search for {query}, then pick {target} among the results.",
    "Type {query} into the search. Among what comes up, open {target}.",
    "A search for {query} brings up {target}. Open that page.",
    "Leave the links alone and search for {query}; the page you want is {target}.",
    "Look {query} up in the search, and go to {target}.",
    "Put {query} into the search box. Choose {target} from the results.",
    "Ask the search about {query} and follow the result for {target}.",
    "Your next page turns up when you search for {query}: it is {target}.",
    "Let the search find {query}, and among the pages it offers take {target}.",
    "Search again, now for {query}. You are after {target}.",
    "Jump, by a search for {query}, to {target}.",
)
"""Going by search; `{query}` is what to search for, `{target}` singles out the page among the results."""

TARGET = (
    "{relation}",
    "{kind} {modifier:first}",
    "{kind} {modifier:first} and {modifier:second}",
    "{kind} {modifier:first}, {modifier:second} and {modifier:third}",
    "{kind} {clause:first}",
    "{kind} {clause:first} and {clause:second}",
    "{kind} {clause:first}, {clause:second} and {clause:third}",
    "{kind} {modifier:first} {clause:second}",
    "{kind} {modifier:first} and {modifier:second} {clause:third}",
)

TOLD = (
    "{statement:first}",
    "{statement:first}, and {statement:second}",
    "{statement:first}; {statement:second}",
    "{statement:first}, {statement:second}, and {statement:third}",
)

EXTRACT = (
    "From {source}, note {noun}.",
    "Look up {noun} in {source}.",
    "In {source}, find {noun}.",
    "Take {noun} from {source}.",
    "Take down {noun} from {source}.",
    "What does {source} give as {noun}?",
    "You need {noun}, as given in {source}.",
    "Make a note of {noun} in {source}.",
    "Check {source} for {noun}.",
    "Let {source} tell you {noun}.",
    "Somewhere in {source} stands {noun}: write it down.",
    "Scan {source} for {noun}.",
)
"""Ways to ask for a field; `{source}` is the part of the page that says it."""

GRAB = (
    "note {noun} from {source}",
    "look up {noun} in {source}",
    "find {noun} in {source}",
    "take {noun} from {source}",
    "check {source} for {noun}",
    "let {source} tell you {noun}",
)
"""The same inside a sentence that has begun already."""

BOX = ("the summary box", "the box of facts", "the info box")
LEAD = ("the introduction", "the article's opening", "the part above all headings")
TITLE = ("the top of the page", "the line beside the title", "the space around the title")
SECTION = ("the section {NAME:section}", "the part headed {NAME:section}", "the text under {NAME:section}")
