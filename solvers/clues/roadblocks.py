"""The roadblock templates in words: as a noun phrase, as a question inside another, and as sentences of their own."""

from __future__ import annotations

from solvers.clues.grammar import Wording

__all__ = ["ROADBLOCKS"]

ROADBLOCKS: dict[str, Wording] = {
    "days_between": Wording(
        things=(
            "the number of days between {date:a} and {date:b}",
            "the distance in days from {date:a} to {date:b}, in whichever direction that is",
        ),
        hows=("how many days lie between {date:a} and {date:b}", "how many days apart {date:a} and {date:b} are"),
        sentences=(
            "How many days apart are {date:a} and {date:b}{rounded}?",
            "Count the days that separate {date:a} from {date:b}{rounded}.",
            "Take {date:a} and {date:b}. How many days lie between them{rounded}?",
            "Leaf through the calendar from {date:a} to {date:b}, forwards or backwards, and count the days{rounded}.",
        ),
    ),
    "unit_conversion": Wording(
        things=("{ref:a} in {unit}", "{ref:a}, expressed in {unit}"),
        hows=("what {ref:a} comes to in {unit}", "how many {unit} are the same as {ref:a}"),
        sentences=(
            "Convert {ref:a} to {unit}{rounded}.",
            "Express {ref:a} in {unit}{rounded}.",
            "Turn {ref:a} into {unit}{rounded}.",
            "Someone from abroad wants {ref:a} in {unit}.{then_round}",
        ),
    ),
    "country_population": Wording(
        things=(
            "the population of {country:a} in the country tables",
            "the number of people that the country tables give for {country:a}",
        ),
        hows=("how many people live in {country:a}, going by the country tables",),
        sentences=(
            "Ask the country tables how many people live in {country:a}{rounded}.",
            "Take {country:a} and have its population looked up in the country tables{rounded}.",
            "How many people do the country tables give for {country:a}{rounded}?",
            "Count heads in {country:a}: the country tables know how many people live there.{then_round}",
        ),
    ),
    "country_area": Wording(
        things=(
            "the area of {country:a} in square kilometres, as the country tables have it",
            "the number of square kilometres that the country tables give for {country:a}",
        ),
        hows=("how many square kilometres {country:a} covers, going by the country tables",),
        sentences=(
            "Ask the country tables how many square kilometres {country:a} covers{rounded}.",
            "Take {country:a} and have its area in square kilometres looked up in the country tables{rounded}.",
            "How many square kilometres do the country tables give for {country:a}{rounded}?",
            "How big is {country:a}? Take its square kilometres from the country tables.{then_round}",
        ),
    ),
    "geocode_elevation": Wording(
        things=(
            "the ground's elevation in metres at {place:a}",
            "the height above sea level, in metres, of the ground at {place:a}",
        ),
        hows=("how many metres above sea level the ground lies at {place:a}",),
        sentences=(
            "How many metres above sea level does the ground lie at {place:a}{rounded}?",
            "Look up how high the ground at {place:a} lies, in metres above sea level{rounded}.",
            "Stand at {place:a} and read the altimeter on the ground, in metres.{then_round}",
            "At {place:a}, how far are your feet above sea level, in metres{rounded}?",
        ),
    ),
    "geocode_distance": Wording(
        things=(
            "the great-circle distance in kilometres between {place:a} and {place:b}",
            "the straight-line distance over the globe, in kilometres, between {place:a} and {place:b}",
        ),
        hows=("how many kilometres it is, as the crow flies, from {place:a} to {place:b}",),
        sentences=(
            "How far is it in kilometres, as the crow flies, from {place:a} to {place:b}{rounded}?",
            "Measure the great-circle distance in kilometres between {place:a} and {place:b}{rounded}.",
            "Fly in a great circle from {place:a} to {place:b}. How many kilometres is that{rounded}?",
            "Stretch a string over the globe from {place:a} to {place:b}: how many kilometres does it span{rounded}?",
        ),
    ),
    "driving_distance": Wording(
        things=(
            "the driving distance in kilometres from {place:a} to {place:b}",
            "the length in kilometres of the drive from {place:a} to {place:b}",
        ),
        hows=("how many kilometres a driver covers from {place:a} to {place:b}",),
        sentences=(
            "How many kilometres is it by road from {place:a} to {place:b}{rounded}?",
            "Measure the way by car, in kilometres, from {place:a} to {place:b}{rounded}.",
            "Drive from {place:a} to {place:b} and read the kilometres off the dashboard.{then_round}",
            "A car goes from {place:a} to {place:b}: how many kilometres of road is that{rounded}?",
        ),
    ),
    "driving_duration": Wording(
        things=(
            "the driving time in minutes from {place:a} to {place:b}",
            "the duration in minutes of the drive from {place:a} to {place:b}",
        ),
        hows=("how many minutes the drive from {place:a} to {place:b} takes",),
        sentences=(
            "How many minutes does it take to drive from {place:a} to {place:b}{rounded}?",
            "Time the way by car, in minutes, from {place:a} to {place:b}{rounded}.",
            "Drive from {place:a} to {place:b} with a stopwatch: how many minutes go by{rounded}?",
            "A car leaves {place:a} for {place:b}. After how many minutes does it arrive{rounded}?",
        ),
    ),
    "geocode_temperature": Wording(
        things=(
            "the maximum temperature in degrees Celsius at {place:a} on {day}",
            "the highest temperature, in degrees Celsius, that {place:a} had on {day}",
        ),
        hows=("how many degrees Celsius it was at most at {place:a} on {day}",),
        sentences=(
            "How warm did it get, in degrees Celsius, at {place:a} on {day}{rounded}?",
            "On {day}, what was the day's highest temperature in degrees Celsius at {place:a}{rounded}?",
            "Turn back to {day}: what did a thermometer at {place:a} show at most, in degrees Celsius{rounded}?",
            "Read the day's peak temperature, in degrees Celsius, at {place:a} on {day}{rounded}.",
        ),
    ),
    "geocode_precipitation": Wording(
        things=(
            "the precipitation in millimetres at {place:a} on {day}",
            "the day's total precipitation, in millimetres, at {place:a} on {day}",
        ),
        hows=("how many millimetres of precipitation fell at {place:a} on {day}",),
        sentences=(
            "How many millimetres of precipitation came down at {place:a} on {day}{rounded}?",
            "On {day}, how wet was it at {place:a}, in millimetres of precipitation{rounded}?",
            "Put out a gauge at {place:a} for {day}: how many millimetres of precipitation does it catch{rounded}?",
            "Look up the millimetres of precipitation that {place:a} got on {day}{rounded}.",
        ),
    ),
    "geocode_snowfall": Wording(
        things=(
            "the snowfall in centimetres at {place:a} on {day}",
            "the day's fresh snow, in centimetres, at {place:a} on {day}",
        ),
        hows=("how many centimetres of snow fell at {place:a} on {day}",),
        sentences=(
            "How many centimetres of snow came down at {place:a} on {day}{rounded}?",
            "On {day}, how much fresh snow did {place:a} get, in centimetres{rounded}?",
            "Push a ruler into the new snow at {place:a} on {day}: how many centimetres is it{rounded}?",
            "Look up the centimetres of snowfall that {place:a} got on {day}{rounded}.",
        ),
    ),
    "geocode_sunshine": Wording(
        things=(
            "the sunshine duration in seconds at {place:a} on {day}",
            "the day's sunshine, in seconds, at {place:a} on {day}",
        ),
        hows=("for how many seconds the sun shone at {place:a} on {day}",),
        sentences=(
            "For how many seconds did the sun shine at {place:a} on {day}{rounded}?",
            "On {day}, how long did {place:a} have sunshine, in seconds{rounded}?",
            "Count the seconds of sunshine that {place:a} saw on {day}{rounded}.",
            "Sunbathe at {place:a} for all of {day}: how many seconds of sunshine are there{rounded}?",
        ),
    ),
    "poi_count": Wording(
        things=(
            "the number of {poi} within {NUMBER:radius} metres of {place:a}",
            "the count of {poi} on the map, no farther than {NUMBER:radius} metres from {place:a}",
        ),
        hows=("how many {poi} the map has within {NUMBER:radius} metres of {place:a}",),
        sentences=(
            "How many {poi} does the map show within {NUMBER:radius} metres of {place:a}{rounded}?",
            "Draw a circle of {NUMBER:radius} metres around {place:a} and count the {poi} inside it{rounded}.",
            "Search the map for {poi} up to {NUMBER:radius} metres away from {place:a}. How many are there{rounded}?",
            "Count the {poi} that lie within {NUMBER:radius} metres of {place:a}{rounded}.",
        ),
    ),
    "place_rating": Wording(
        things=("the average visitor rating of {place:a}", "the rating that visitors give {place:a} on average"),
        hows=("how visitors rate {place:a} on average",),
        sentences=(
            "How do visitors rate {place:a} on average{rounded}?",
            "Look up the average of the visitor ratings for {place:a}{rounded}.",
            "Ask those who were there: what average rating does {place:a} have{rounded}?",
            "Find {place:a} on the map and read off its average rating{rounded}.",
        ),
    ),
    "stock_price": Wording(
        things=(
            "the closing price in US dollars of {share:a} on {day}",
            "the price in US dollars at which {share:a} closed on {day}",
        ),
        hows=("at how many US dollars {share:a} closed on {day}",),
        sentences=(
            "At what price in US dollars did {share:a} close on {day}{rounded}?",
            "The bell rings on {day}: what is the closing price of {share:a} in US dollars{rounded}?",
            "Look up what {share:a} cost in US dollars when trading ended on {day}{rounded}.",
            "On {day}, how many US dollars was {share:a} worth at the close{rounded}?",
        ),
    ),
    "stock_volume": Wording(
        things=(
            "the trading volume of {share:a} on {day}, in shares",
            "the number of shares traded of {share:a} on {day}",
        ),
        hows=("how often {share:a} changed hands on {day}, counted in shares",),
        sentences=(
            "How many shares of {share:a} were traded on {day}{rounded}?",
            "On {day}, what was the volume of {share:a}, in shares{rounded}?",
            "Look up how many shares changed hands of {share:a} on {day}{rounded}.",
            "Count the shares of {share:a} that were bought and sold on {day}{rounded}.",
        ),
    ),
    "crypto_price": Wording(
        things=(
            "the closing price of {coin:a} on {day} (UTC)",
            "the price at which {coin:a} ended {day} (UTC)",
        ),
        hows=("at what price {coin:a} closed on {day} (UTC)",),
        sentences=(
            "At what price did {coin:a} close on {day} (UTC){rounded}?",
            "When {day} ended (UTC), what was the price of {coin:a}{rounded}?",
            "Look up the price that {coin:a} had at the close of {day} (UTC){rounded}.",
            "Midnight strikes at the end of {day} (UTC): where does the price of {coin:a} stand{rounded}?",
        ),
    ),
    "crypto_volume": Wording(
        things=(
            "the trading volume of {coin:a} on {day} (UTC), in coins",
            "the number of coins traded in {coin:a} on {day} (UTC)",
        ),
        hows=("how many coins changed hands in {coin:a} on {day} (UTC)",),
        sentences=(
            "How many coins were traded in {coin:a} on {day} (UTC){rounded}?",
            "On {day} (UTC), what was the volume of {coin:a}, in coins{rounded}?",
            "Look up the day's volume in coins of {coin:a} for {day} (UTC){rounded}.",
            "Count the coins that were bought and sold in {coin:a} on {day} (UTC){rounded}.",
        ),
    ),
}
"""By the template's name; every one of them can say how its result is to be rounded."""
