import hashlib
import hmac
from collections import Counter

import pytest

from games.chance import Chance, joint_seed, seat_commitment

SEED = bytes(range(32))


def words(label, count):
    """The first words of the stream, by the recipe in the module's description."""
    stream = b"".join(
        hmac.new(SEED, f"{label}:{block}".encode(), hashlib.sha256).digest() for block in range(count // 4 + 1)
    )
    return [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(count)]


def test_numbers_follow_the_published_recipe():
    chance = Chance(SEED, "1.2:17")

    assert [chance.below(1000) for _ in range(10)] == [word % 1000 for word in words("1.2:17", 10)]


def test_the_recipe_is_kept_for_ever():
    chance = Chance(SEED, "1.1:0")

    assert [chance.below(100) for _ in range(8)] == [86, 51, 97, 47, 19, 84, 80, 25]
    assert Chance(SEED, "1.1:0").shuffled("abcdef") == list("fdaebc")


@pytest.mark.parametrize("other", [Chance(SEED, "1.1:1"), Chance(b"other", "1.1:0")])
def test_another_label_or_seed_gives_other_numbers(other):
    chance = Chance(SEED, "1.1:0")

    assert [chance.below(1 << 32) for _ in range(4)] != [other.below(1 << 32) for _ in range(4)]


def test_words_beyond_the_largest_multiple_are_skipped():
    limit = (1 << 63) + 1  # nearly half of all words are too great
    expected = [word for word in words("x", 40) if word < limit][:5]

    chance = Chance(SEED, "x")

    assert [chance.below(limit) for _ in range(5)] == expected


def test_a_shuffle_goes_from_the_end_and_keeps_every_item():
    numbers = words("x", 3)
    expected = list("abcd")
    for last, number in zip((3, 2, 1), numbers, strict=True):
        expected[last], expected[number % (last + 1)] = expected[number % (last + 1)], expected[last]

    assert Chance(SEED, "x").shuffled("abcd") == expected


def test_shuffling_nothing_or_one_item_takes_no_number():
    chance = Chance(SEED, "x")

    assert (chance.shuffled([]), chance.shuffled([7]), chance.below(1000)) == ([], [7], words("x", 1)[0] % 1000)


def test_every_item_is_about_equally_likely():
    chance = Chance(SEED, "x")

    counts = Counter(chance.pick("abc") for _ in range(3000))

    assert all(900 < counts[letter] < 1100 for letter in "abc")


def test_a_commitment_is_the_hash_of_four_lines():
    lines = f"ludex seat seed 1\n{'ab' * 32}\n3\n{SEED.hex()}\n"

    assert seat_commitment("ab" * 32, 3, SEED) == hashlib.sha256(lines.encode()).hexdigest()


def test_a_joint_seed_follows_from_every_seed_in_the_order_of_the_seats():
    lines = f"ludex joint seed 1\n0 {'01' * 32}\n10 {'02' * 32}\n"

    joint = joint_seed(SEED, {10: b"\2" * 32, 0: b"\1" * 32})

    assert joint == hmac.new(SEED, lines.encode(), hashlib.sha256).digest()


def test_the_recipe_of_joint_seeds_is_kept_for_ever():
    assert joint_seed(SEED, {}).hex()[:16] == "6e3311d5bf9e30be"
    assert seat_commitment("00" * 32, 0, SEED)[:16] == "256692964bc161d2"
