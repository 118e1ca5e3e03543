"""MediaWiki's search, Serper, a website, and an OpenAI-compatible model, as their documentation describes them."""

from __future__ import annotations

import json

from tests.worlds.backends.server import Asked, Said, html, reply

__all__ = ["mediawiki", "model", "serper", "site"]

TITLES = ["Tower Bridge", "Tower Bridge Exhibition", "London Bridge"]


def mediawiki(asked: Asked) -> Said:
    """`action=query&list=search`, formatversion 2: errors come with status 200."""
    query = asked.query
    if not query.get("srsearch"):
        return reply({"error": {"code": "missingparam", "info": 'The "srsearch" parameter must be set.'}})
    hits = [title for title in TITLES if query["srsearch"].casefold() in title.casefold()]
    search = [{"ns": 0, "title": title, "pageid": 1, "size": 9, "wordcount": 2, "snippet": "…"} for title in hits]
    return reply({"batchcomplete": True, "query": {"searchinfo": {"totalhits": len(hits)}, "search": search}})


def serper(asked: Asked) -> Said:
    """`POST /search` with the key in a header."""
    if asked.headers.get("X-Api-Key") != "serper-secret":
        return reply({"message": "Unauthorized.", "statusCode": 403}, 403)
    words = json.loads(asked.body)["q"]
    if words == "broke":
        return reply({"message": "Not enough credits", "statusCode": 400}, 400)
    organic = [{"title": "Tower Bridge", "link": "https://towerbridge.test/", "snippet": "…", "position": 1}]
    found = organic if "bridge" in words.casefold() else []
    return reply({"searchParameters": {"q": words}, "organic": found, "credits": 1})


def model(asked: Asked) -> Said:
    """`POST /chat/completions`."""
    body = json.loads(asked.body)
    if asked.headers.get("Authorization") != "Bearer model-secret":
        return reply({"error": {"message": "Incorrect API key provided", "type": "invalid_request_error"}}, 401)
    task = body["messages"][-1]["content"]
    text = "```python\nprint(2 + 3)\n```" if task == "add" else "print('long')"
    reason = "length" if task == "endless" else "stop"
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}
    return reply({"id": "x", "object": "chat.completion", "model": body["model"], "choices": [choice]})


def site(asked: Asked) -> Said:
    """A website with a page, a redirect away, one in circles, a picture, and a page that isn't there."""
    match asked.path:
        case "/page":
            return html("Hello <script>alert(1)</script><b>world</b>")
        case "/plain":
            return Said(200, b"just text\n", {"Content-Type": "text/plain; charset=utf-8"})
        case "/moved":
            return Said(302, b"", {"Location": "/site/page"})
        case "/away":
            return Said(302, b"", {"Location": "http://elsewhere.test/page"})
        case "/round":
            return Said(302, b"", {"Location": "/site/round"})
        case "/picture":
            return Said(200, b"\x89PNG", {"Content-Type": "image/png"})
        case _:
            return html("nothing here", 404)
