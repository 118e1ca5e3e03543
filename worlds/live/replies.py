"""What a MediaWiki's api.php replies, as far as it is read here (formatversion 2); anything else is no reply."""

from __future__ import annotations

from decimal import Decimal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from worlds.net.messages import NetFailure

__all__ = ["ApiPage", "ApiReply", "General", "Query", "Rights", "read_reply"]

EMPTY: dict[str, str] = {}


class Part(BaseModel):
    """A part of a reply: keys that nobody asked for are left aside."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Fault(Part):
    """An error in the API's own words."""

    code: str
    info: str = ""


class Change(Part):
    """A title that stands for another: normalised, or redirected."""

    source: str = Field(alias="from")
    target: str = Field(alias="to")


class Named(Part):
    """A page by its title, in a list of redirects, of categories or of search results."""

    ns: int
    title: str


class Point(Part):
    """GeoData's coordinates of a page; `primary` are those of what the page is about."""

    lat: Decimal = Field(strict=False)
    lon: Decimal = Field(strict=False)
    primary: bool = False
    globe: str = "earth"


class ApiPage(Part):
    """One page of a query, with what the asked props say of it."""

    title: str
    ns: int = 0
    missing: bool = False
    invalid: bool = False
    special: bool = False
    lastrevid: int | None = None
    length: int | None = None
    description: str | None = None
    pageprops: dict[str, str] = EMPTY
    categories: list[Named] = []
    redirects: list[Named] = []
    coordinates: list[Point] = []
    pageviews: dict[str, int | None] | None = None

    @property
    def exists(self) -> bool:
        """Whether it is a page with a revision."""
        return not (self.missing or self.invalid or self.special) and self.lastrevid is not None

    def joined(self, other: ApiPage) -> ApiPage:
        """The page with what another reply of the same query says of it."""
        return self.model_copy(
            update={
                "lastrevid": self.lastrevid or other.lastrevid,
                "length": self.length or other.length,
                "description": self.description or other.description,
                "pageprops": {**self.pageprops, **other.pageprops},
                "categories": [*self.categories, *other.categories],
                "redirects": [*self.redirects, *other.redirects],
                "coordinates": [*self.coordinates, *other.coordinates],
            }
        )


class General(Part):
    """What the wiki says of itself. `time` is its clock when it was asked."""

    sitename: str
    mainpage: str
    generator: str
    server: str
    articlepath: str
    wikiid: str
    time: str


class Namespace(Part):
    """A namespace by its local and its English name."""

    id: int
    name: str
    canonical: str = ""


class NamespaceAlias(Part):
    """Another name of a namespace."""

    id: int
    alias: str


class Extension(Part):
    """An installed extension."""

    name: str = ""


class Rights(Part):
    """The licence of the wiki's text."""

    url: str = ""
    text: str = ""


class Query(Part):
    """The `query` of a reply."""

    userinfo: dict[str, object] | None = None
    normalized: list[Change] = []
    redirects: list[Change] = []
    interwiki: list[dict[str, str]] = []
    pages: list[ApiPage] = []
    random: list[Named] = []
    search: list[Named] = []
    general: General | None = None
    namespaces: dict[str, Namespace] = {}
    namespacealiases: list[NamespaceAlias] = []
    extensions: list[Extension] = []
    rightsinfo: Rights | None = None


class Rendered(Part):
    """The `parse` of a reply: one revision's HTML."""

    title: str
    revid: int
    text: str


class ApiReply(Part):
    """A whole reply."""

    error: Fault | None = None
    warnings: dict[str, dict[str, str]] | None = None
    follow: dict[str, str | int] | None = Field(default=None, alias="continue")
    query: Query = Query()
    parse: Rendered | None = None


def read_reply(data: bytes | object, where: str) -> ApiReply:
    """A reply from its JSON text, or from the JSON. Raises NetFailure (`not-json`, `unexpected-shape`)."""
    try:
        return ApiReply.model_validate_json(data) if isinstance(data, bytes) else ApiReply.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "json_invalid" and isinstance(data, bytes):
            shown = " ".join(data[:60].decode("utf-8", "replace").split())
            raise NetFailure("not-json", f"{where}: no JSON: {first['msg']}: {shown!r}") from error
        place = ".".join(str(part) for part in first["loc"]) or "the whole of it"
        raise NetFailure(
            "unexpected-shape", f"{where}: its reply has another shape: {place}: {first['msg']}"
        ) from error
