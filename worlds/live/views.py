"""How often pages are viewed, where anybody counts: the wiki's own PageViewInfo, or Wikimedia's metrics server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, ValidationError

from worlds.live.api import BATCH, Api
from worlds.net.client import NetClient
from worlds.net.messages import NetFailure, Reply, Request, Service
from worlds.pages import Uncounted, Views

__all__ = ["DAYS", "METRICS", "metric_views", "wiki_views"]

METRICS = "https://wikimedia.org/api/rest_v1"
"""Wikimedia's metrics server."""

DAYS = 60
"""Days that views are counted over, the most that PageViewInfo gives."""

PROJECTS = re.compile(r"[a-z0-9-]+\.(wikipedia|wiktionary|wikivoyage|wikiquote|wikisource|wikinews|wikibooks)\.org")
"""Hosts whose views Wikimedia's server counts, by their own name."""


class Day(BaseModel):
    """One day of the metrics server."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    timestamp: str
    views: int


class Days(BaseModel):
    """The metrics server's reply."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    items: list[Day]


def wiki_views(api: Api, titles: Iterable[str]) -> dict[str, Views | Uncounted]:
    """Views by the wiki's PageViewInfo (`prop=pageviews`)."""
    asked = sorted(set(titles))
    found: dict[str, dict[str, int]] = {title: {} for title in asked}
    for start in range(0, len(asked), BATCH):
        params = {"prop": "pageviews", "pvipdays": str(DAYS), "titles": "|".join(asked[start : start + BATCH])}
        for reply in api.query(params, "POST"):
            for page in reply.query.pages:
                counted = {day: views for day, views in (page.pageviews or {}).items() if views is not None}
                found.setdefault(page.title, {}).update(counted)
    return {title: _summed(found[title].values()) for title in asked}


def metric_views(
    client: NetClient, base: str, host: str, until: date, titles: Iterable[str]
) -> Iterator[tuple[str, Views | Uncounted]]:
    """Views by people, without crawlers, in the days before `until`, by the metrics server at `base`."""
    service = Service("Wikimedia metrics", base)
    span = f"{until - timedelta(DAYS):%Y%m%d}/{until - timedelta(1):%Y%m%d}"
    for title in titles:
        if not PROJECTS.fullmatch(host):
            yield title, Uncounted(f"nobody counts the views of {host}")
            continue
        article = quote(title.replace(" ", "_"), safe="")
        path = f"/metrics/pageviews/per-article/{host.removesuffix('.org')}/all-access/user/{article}/daily/{span}"
        reply = client.send(service, Request(path), _lasts)
        yield title, _read(service, reply)


def _read(service: Service, reply: Reply) -> Views | Uncounted:
    if reply.status == 404:
        return Uncounted("it was not viewed in that time, or is newer")
    try:
        days = Days.model_validate_json(reply.body)
    except ValidationError as error:
        raise NetFailure("unexpected-shape", f"{service.name}: its reply has another shape") from error
    return _summed(day.views for day in days.items)


def _lasts(reply: Reply) -> bool:
    try:
        json.loads(reply.body)
    except (ValueError, RecursionError) as error:
        raise NetFailure("not-json", f"Wikimedia metrics: status {reply.status} without JSON") from error
    if reply.status not in {200, 404}:
        raise NetFailure("unexpected-status", f"Wikimedia metrics: status {reply.status}")
    return True


def _summed(views: Iterable[int]) -> Views | Uncounted:
    counted = list(views)
    return Views(sum(counted), len(counted)) if counted else Uncounted("no day of it was counted")
