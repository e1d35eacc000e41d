"""A whole game in one link: the record, deflated, in letters that addresses and messengers leave alone.

    1AbCd…    version, then base64url of a checksum and the deflated record

Links are out in the world for ever: what a version means, its dictionary included, must never change.
Whoever has a link can read the whole deal, everybody's rack too.
"""

import binascii
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from engine import Malformed
from engine.tiles import TILES
from ui.words import _

VERSION = "1"
LONGEST = 60_000
MOST_BYTES = 1 << 20
"""What a link may unfold to: several times what any match does that fits into one, and no bomb."""

# What nearly every record has in it, so that a link need not say it.
_COMMON = (
    ",".join(f'"{tile}"' for tile in TILES)
    + '{"format":"deltille-record","version":1,"edition":"tournament","options":{"target":{"points":400},'
    '"turn_seconds":null,"play_after_draw":"drawn","must_lay":false},"players":[{"name":"You","kind":"human"},'
    '{"name":"Computer","kind":"bot:greedy"}],"rounds":[{"deal":["'
    '],"first":0,"actions":["play ","draw","pass","lots":[["'
).encode()

_RAW = -15  # zlib's way to ask for deflate without a header
_CHECKSUM = 4
_LETTERS = re.compile(r"[\w-]*", re.ASCII)


@lru_cache(1)  # a frame shows the link to its game all the time
def encode(record: str) -> str:
    """The text of a link that gives this record back letter for letter, or `Malformed` if it is too long."""
    data = record.encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, _COMMON)
    packed = _checksum(data) + deflate.compress(data) + deflate.flush()
    text = VERSION + urlsafe_b64encode(packed).decode().rstrip("=")
    if len(data) > MOST_BYTES or len(text) > LONGEST:
        raise Malformed(_("This game is too long for a link."))
    return text


def decode(text: str) -> str:
    """The record in this link, still to be judged by the engine; or `Malformed` with a sentence to show."""
    if len(text) > LONGEST:
        raise Malformed(_("This link is too long to be a game."))
    text = "".join(text.split())  # mail programs break long lines
    if not text or not _LETTERS.fullmatch(text):
        raise _damaged()
    if not text.startswith(VERSION):
        raise Malformed(
            _("This link is of another version of Deltille; please load the page anew and try again.")
        )
    try:
        packed = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        inflate = zlib.decompressobj(_RAW, _COMMON)
        data = inflate.decompress(packed[_CHECKSUM:], MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Malformed(_("This link is too long to be a game."))
        if not inflate.eof or inflate.unused_data or packed[:_CHECKSUM] != _checksum(data):
            raise _damaged()
        return data.decode()
    except (UnicodeDecodeError, binascii.Error, zlib.error):
        raise _damaged() from None


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_CHECKSUM, "big")


def _damaged() -> Malformed:
    return Malformed(_("This link is damaged or was cut short; please copy the whole of it again."))
