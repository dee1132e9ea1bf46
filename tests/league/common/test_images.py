"""Uploaded pictures are re-encoded, small and without metadata, or refused by name."""

import io
import struct
import zlib

import pytest
from PIL import Image

from league.common.errors import BadPicture
from league.common.images import LARGEST, LONGEST_SIDE, clean
from tests.builders.disputes import picture

NEITHER = "it is not a JPEG, PNG or WebP file"
DAMAGED = "it starts like a {} file but is cut off or damaged"


def opened(raw):
    return Image.open(io.BytesIO(raw))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_pictures_in_common_formats_are_stored_as_webp(form):
    kept = opened(clean(picture(form)))

    assert (kept.format, kept.size) == ("WEBP", (40, 30))


def test_only_the_picture_itself_is_kept():
    exif = Image.Exif()
    exif[0x010E] = "at home, Church Lane 7"
    raw = picture(exif=exif, comment=b"by Anna") + b"<script>alert(1)</script>"

    kept = clean(raw)

    assert b"Church Lane" in raw
    assert not any(each in kept for each in (b"Church Lane", b"Anna", b"script", b"EXIF", b"XMP"))


def test_a_picture_is_rotated_as_the_camera_was_held():
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter

    assert opened(clean(picture(exif=exif))).size == (30, 40)


def test_a_large_picture_is_scaled_down():
    kept = opened(clean(picture(size=(4000, 1000))))

    assert kept.size == (LONGEST_SIDE, LONGEST_SIDE // 4)


def test_transparency_is_preserved():
    out = io.BytesIO()
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(out, "PNG")

    assert opened(clean(out.getvalue())).mode == "RGBA"


def bomb():
    """A PNG that claims a hundred thousand pixels a side."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", NEITHER),
        (b"no picture", NEITHER),
        (picture("WEBP")[:40], NEITHER),
        (picture(size=(900, 900))[:-400], DAMAGED.format("JPEG")),
        (picture("PNG")[:60], DAMAGED.format("PNG")),
        (picture("GIF"), NEITHER),
        (picture("BMP"), NEITHER),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", NEITHER),
        (bytes(LARGEST + 1), "it is larger than 2097152 bytes"),
    ],
)
def test_a_file_that_is_not_a_picture_is_refused_by_name(raw, why):
    with pytest.raises(BadPicture, match=why):
        clean(raw)


def test_a_picture_that_would_need_too_much_memory_is_refused_before_decoding():
    with pytest.raises(BadPicture, match="it has more than 40000000 pixels"):
        clean(bomb())


@pytest.mark.parametrize(
    ("form", "size", "most"),
    [
        ("JPEG", (8000, 6000), 40_000_000),
        ("PNG", (6300, 6300), 16_000_000),  # 309 KB with 16 bits a pixel, which took 518 MB
        ("WEBP", (6300, 6300), 16_000_000),
    ],
)
def test_a_picture_with_too_many_pixels_is_refused_with_their_number(form, size, most):
    with pytest.raises(BadPicture, match=f"it has {size[0]} × {size[1]} pixels, but the limit is {most}"):
        clean(picture(form, size))


def test_a_photo_is_read_at_a_smaller_size_but_not_if_it_is_progressive():
    photo, progressive = (picture("JPEG", (5000, 4000), progressive=how) for how in (False, True))

    assert opened(clean(photo)).size == (LONGEST_SIDE, 1600)
    with pytest.raises(BadPicture, match="the limit is 16000000"):
        clean(progressive)
