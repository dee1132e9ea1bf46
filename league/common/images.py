"""Pictures from outside: checked, and written anew without anything but the picture itself."""

import io
import warnings
from threading import Lock

from PIL import Image, ImageFile, ImageOps

from games.errors import Phrase
from league.common.errors import BadPicture

LARGEST = 2 * 1024 * 1024  # bytes
MOST_PIXELS = 40_000_000  # of a photo, which is read at a smaller size; a phone takes fewer
MOST_UNPACKED = 16_000_000  # pixels of a picture that has to be unpacked whole, in four bytes each or a few more
LONGEST_SIDE = 2000  # pixels, as kept
FORMATS = ("JPEG", "PNG", "WEBP")
_unpacking = Lock()  # one at a time needs memory


def clean(raw: bytes) -> bytes:
    """The picture as WebP of at most `LONGEST_SIDE` pixels a side, upright, without metadata. Raises BadPicture.

    Whatever a file holds beside its pixels – places, names, what a browser might run – is left behind.
    """
    if len(raw) > LARGEST:
        raise BadPicture(why=Phrase("it is larger than {most} bytes", most=LARGEST))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the library finds odd is judged below, or is written anew
        with _open(raw) as picture:
            (width, height), most = picture.size, _most_pixels(picture)
            if width * height > most:  # before a pixel is unpacked
                said = {"width": width, "height": height, "most": most}
                raise BadPicture(why=Phrase("it has {width} × {height} pixels, but the limit is {most}", **said))
            try:
                with _unpacking:
                    return _encode(_read(picture))
            except Exception:  # whatever a broken file makes the library do
                why = Phrase("it starts like a {form} file but is cut off or damaged", form=picture.format)
                raise BadPicture(why=why) from None


def _open(raw: bytes) -> ImageFile.ImageFile:
    try:
        return Image.open(io.BytesIO(raw), formats=FORMATS)
    except Image.DecompressionBombError:
        raise BadPicture(why=Phrase("it has more than {most} pixels", most=MOST_PIXELS)) from None
    except Exception:  # as above
        raise BadPicture(why=Phrase("it is not a JPEG, PNG or WebP file")) from None


def _most_pixels(picture: ImageFile.ImageFile) -> int:
    photo = picture.format == "JPEG" and "progressive" not in picture.info
    return MOST_PIXELS if photo else MOST_UNPACKED


def _read(picture: ImageFile.ImageFile) -> Image.Image:
    picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    picture.seek(0)
    mode = "RGBA" if "A" in picture.getbands() or "transparency" in picture.info else "RGB"
    shown = picture.convert(mode) if picture.mode == "P" else picture  # a palette can't be scaled
    shown.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return ImageOps.exif_transpose(shown).convert(mode)


def _encode(picture: Image.Image) -> bytes:
    bare = Image.new(picture.mode, picture.size)
    bare.paste(picture)
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=80, method=2)
    return out.getvalue()
