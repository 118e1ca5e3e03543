"""English names for the currency and language codes that the country table uses.

Currencies: ISO 4217, list one, without funds codes (maintained by SIX); languages: ISO 639-1 (Library of Congress),
one plain English name where it gives several. A code that isn't here isn't in circulation, or is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CURRENCIES", "LANGUAGES"]


def _table(lines: str) -> Mapping[str, str]:
    split = (line.partition(" ") for line in lines.strip().splitlines())
    return MappingProxyType({code: name for code, _, name in split})


LANGUAGES = _table(
    """
af Afrikaans
am Amharic
ar Arabic
ay Aymara
az Azerbaijani
be Belarusian
bg Bulgarian
bi Bislama
bn Bengali
bs Bosnian
ca Catalan
ch Chamorro
cs Czech
da Danish
de German
dv Divehi
dz Dzongkha
el Greek
en English
es Spanish
et Estonian
fa Persian
ff Fulah
fi Finnish
fj Fijian
fo Faroese
fr French
ga Irish
gn Guarani
gv Manx
he Hebrew
hi Hindi
hr Croatian
ht Haitian
hu Hungarian
hy Armenian
id Indonesian
is Icelandic
it Italian
ja Japanese
ka Georgian
kg Kongo
kk Kazakh
kl Kalaallisut
km Central Khmer
ko Korean
ku Kurdish
ky Kyrgyz
la Latin
lb Luxembourgish
ln Lingala
lo Lao
lt Lithuanian
lu Luba-Katanga
lv Latvian
mg Malagasy
mh Marshallese
mi Maori
mk Macedonian
mn Mongolian
ms Malay
mt Maltese
my Burmese
na Nauru
nb Norwegian Bokmål
nd North Ndebele
ne Nepali
nl Dutch
nn Norwegian Nynorsk
no Norwegian
nr South Ndebele
ny Chichewa
oc Occitan
pa Panjabi
pl Polish
ps Pashto
pt Portuguese
qu Quechua
rn Rundi
ro Romanian
ru Russian
rw Kinyarwanda
sg Sango
si Sinhala
sk Slovak
sl Slovenian
sm Samoan
sn Shona
so Somali
sq Albanian
sr Serbian
ss Swati
st Southern Sotho
sv Swedish
sw Swahili
ta Tamil
tg Tajik
th Thai
ti Tigrinya
tk Turkmen
tn Tswana
to Tongan
tr Turkish
ts Tsonga
uk Ukrainian
ur Urdu
uz Uzbek
ve Venda
vi Vietnamese
xh Xhosa
zh Chinese
zu Zulu
"""
)
"""ISO 639-1 code to English name."""

CURRENCIES = _table(
    """
AED UAE Dirham
AFN Afghani
ALL Lek
AMD Armenian Dram
AOA Kwanza
ARS Argentine Peso
AUD Australian Dollar
AWG Aruban Florin
AZN Azerbaijan Manat
BAM Convertible Mark
BBD Barbados Dollar
BDT Taka
BHD Bahraini Dinar
BIF Burundi Franc
BMD Bermudian Dollar
BND Brunei Dollar
BOB Boliviano
BRL Brazilian Real
BSD Bahamian Dollar
BTN Ngultrum
BWP Pula
BZD Belize Dollar
CAD Canadian Dollar
CDF Congolese Franc
CHF Swiss Franc
CLP Chilean Peso
CNY Yuan Renminbi
COP Colombian Peso
CRC Costa Rican Colon
CUP Cuban Peso
CVE Cabo Verde Escudo
CZK Czech Koruna
DJF Djibouti Franc
DKK Danish Krone
DOP Dominican Peso
DZD Algerian Dinar
EGP Egyptian Pound
ERN Nakfa
ETB Ethiopian Birr
EUR Euro
FJD Fiji Dollar
FKP Falkland Islands Pound
GBP Pound Sterling
GEL Lari
GHS Ghana Cedi
GIP Gibraltar Pound
GMD Dalasi
GNF Guinean Franc
GTQ Quetzal
GYD Guyana Dollar
HKD Hong Kong Dollar
HNL Lempira
HTG Gourde
HUF Forint
IDR Rupiah
ILS New Israeli Sheqel
INR Indian Rupee
IQD Iraqi Dinar
IRR Iranian Rial
ISK Iceland Krona
JMD Jamaican Dollar
JOD Jordanian Dinar
JPY Yen
KES Kenyan Shilling
KGS Som
KHR Riel
KMF Comorian Franc
KPW North Korean Won
KRW Won
KWD Kuwaiti Dinar
KYD Cayman Islands Dollar
KZT Tenge
LAK Lao Kip
LBP Lebanese Pound
LKR Sri Lanka Rupee
LRD Liberian Dollar
LSL Loti
LYD Libyan Dinar
MAD Moroccan Dirham
MDL Moldovan Leu
MGA Malagasy Ariary
MKD Denar
MMK Kyat
MNT Tugrik
MOP Pataca
MUR Mauritius Rupee
MVR Rufiyaa
MWK Malawi Kwacha
MXN Mexican Peso
MYR Malaysian Ringgit
MZN Mozambique Metical
NAD Namibia Dollar
NGN Naira
NIO Cordoba Oro
NOK Norwegian Krone
NPR Nepalese Rupee
NZD New Zealand Dollar
OMR Rial Omani
PAB Balboa
PEN Sol
PGK Kina
PHP Philippine Peso
PKR Pakistan Rupee
PLN Zloty
PYG Guarani
QAR Qatari Rial
RON Romanian Leu
RSD Serbian Dinar
RUB Russian Ruble
RWF Rwanda Franc
SAR Saudi Riyal
SBD Solomon Islands Dollar
SCR Seychelles Rupee
SDG Sudanese Pound
SEK Swedish Krona
SGD Singapore Dollar
SHP Saint Helena Pound
SOS Somali Shilling
SRD Surinam Dollar
SSP South Sudanese Pound
SVC El Salvador Colon
SYP Syrian Pound
SZL Lilangeni
THB Baht
TJS Somoni
TMT Turkmenistan New Manat
TND Tunisian Dinar
TOP Pa'anga
TRY Turkish Lira
TTD Trinidad and Tobago Dollar
TWD New Taiwan Dollar
TZS Tanzanian Shilling
UAH Hryvnia
UGX Uganda Shilling
USD US Dollar
UYU Peso Uruguayo
UZS Uzbekistan Sum
VND Dong
VUV Vatu
WST Tala
XAF CFA Franc BEAC
XCD East Caribbean Dollar
XOF CFA Franc BCEAO
XPF CFP Franc
YER Yemeni Rial
ZAR Rand
"""
)
"""ISO 4217 code to English name."""
