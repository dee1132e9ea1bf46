"""Free texts: what they cannot hold, whoever writes them."""

import pytest

from league.common.errors import BadText
from league.common.text import normalize


@pytest.mark.parametrize("character", [*"\u2028\u2029\ufdd0\ufffe\uffff\U0001fffe\U0010ffff"])
def test_no_text_holds_what_is_no_character_or_ends_a_line_unseen(character):
    with pytest.raises(BadText) as refused:
        normalize(f"He was{character} late.")

    assert str(refused.value.params["why"]) == f"it contains U+{ord(character):04X}, which is invisible"


def test_a_text_that_was_copied_from_a_page_stays_as_it_is():
    assert normalize("First\u200b line,\nse\u00adcond line\ufeff") == "First\u200b line,\nse\u00adcond line\ufeff"
