"""Every ability that is answered live, with the backends that answer it: the keyless ones first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from worlds.tools.live.google import (
    GoogleCount,
    GoogleDirections,
    GoogleElevation,
    GoogleGeocode,
    GoogleRating,
    GoogleReverse,
    GoogleRoute,
)
from worlds.tools.live.link import Link, LiveProvider
from worlds.tools.live.markets import BinanceKline, YahooChart
from worlds.tools.live.model import GenerateCode
from worlds.tools.live.nominatim import NominatimGeocode, NominatimRating, NominatimReverse
from worlds.tools.live.openmeteo import METRICS, OpenMeteoElevation, OpenMeteoGeocode, OpenMeteoWeather
from worlds.tools.live.osrm import OsrmDirections, OsrmTable
from worlds.tools.live.overpass import OverpassCount
from worlds.tools.live.restcountries import RestCountry
from worlds.tools.live.web import FetchPage, MediaWikiSearch, SerperSearch

__all__ = ["CATALOGUE", "Offer"]


class Offer(NamedTuple):
    """One backend for one ability, and how its provider is made."""

    ability: str
    backend: str
    build: Callable[[Link], LiveProvider]


def _weather(tool: str, backend: str, *, forecast: bool) -> tuple[Offer, ...]:
    def build(metric: str) -> Callable[[Link], LiveProvider]:
        return lambda link: OpenMeteoWeather(link, metric, forecast=forecast)

    return tuple(Offer(f"{tool}:{metric}", backend, build(metric)) for metric in METRICS)


CATALOGUE: tuple[Offer, ...] = (
    Offer("countries_area", "restcountries", lambda link: RestCountry(link, "area")),
    Offer("countries_population", "restcountries", lambda link: RestCountry(link, "population")),
    Offer("crypto_historical_price", "binance", lambda link: BinanceKline(link, "price")),
    Offer("crypto_volume", "binance", lambda link: BinanceKline(link, "volume")),
    Offer("fetch_webpage", "mediawiki", FetchPage),
    Offer("maps_directions", "osrm", OsrmDirections),
    Offer("maps_directions", "google-routes", GoogleDirections),
    Offer("maps_distance_matrix:driving", "osrm", lambda link: OsrmTable(link, "distances")),
    Offer("maps_distance_matrix:driving", "google-routes", lambda link: GoogleRoute(link, "distance")),
    Offer("maps_distance_matrix:driving_duration", "osrm", lambda link: OsrmTable(link, "durations")),
    Offer("maps_distance_matrix:driving_duration", "google-routes", lambda link: GoogleRoute(link, "duration")),
    Offer("maps_elevation", "open-meteo", OpenMeteoElevation),
    Offer("maps_elevation", "google-elevation", GoogleElevation),
    Offer("maps_geocode", "open-meteo-geocoding", OpenMeteoGeocode),
    Offer("maps_geocode", "nominatim", NominatimGeocode),
    Offer("maps_geocode", "google-geocode", GoogleGeocode),
    Offer("maps_place_details", "nominatim", NominatimRating),
    Offer("maps_place_details", "google-places", GoogleRating),
    Offer("maps_reverse_geocode", "nominatim", NominatimReverse),
    Offer("maps_reverse_geocode", "google-geocode", GoogleReverse),
    Offer("maps_search_places", "overpass", OverpassCount),
    Offer("maps_search_places", "google-places", GoogleCount),
    Offer("python_generate_code", "model", GenerateCode),
    Offer("stock_historical_price", "yahoo", lambda link: YahooChart(link, "price")),
    Offer("stock_volume", "yahoo", lambda link: YahooChart(link, "volume")),
    *_weather("weather_forecast", "open-meteo", forecast=True),
    *_weather("weather_historical", "open-meteo-archive", forecast=False),
    Offer("web_search", "mediawiki", MediaWikiSearch),
    Offer("web_search", "serper", SerperSearch),
)
