"""Free texts: characters that are refused."""

import pytest

from league.common.errors import BadText
from league.common.text import normalize


@pytest.mark.parametrize("character", [*"\u2028\u2029\ufdd0\ufffe\uffff\U0001fffe\U0010ffff"])
def test_noncharacters_and_hidden_line_ends_are_refused_in_texts(character):
    with pytest.raises(BadText) as refused:
        normalize(f"He was{character} late.")

    assert str(refused.value.params["why"]) == f"it contains U+{ord(character):04X}, which is invisible"


def test_a_text_copied_from_a_page_is_kept_unchanged():
    assert normalize("First\u200b line,\nse\u00adcond line\ufeff") == "First\u200b line,\nse\u00adcond line\ufeff"
