"""The tree: published vectors, and every shape of tree up to 129 leaves."""

import pytest

from tests.verify import merkle_vectors
from verify import merkle

# of the reference implementation of Certificate Transparency
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
MOST = 129
HASHES = [merkle.leaf(bytes([number])) for number in range(MOST)]


def reference(hashes):
    """The root by the words of RFC 6962, section 2.1."""
    if not hashes:
        return merkle.EMPTY
    if len(hashes) == 1:
        return hashes[0]
    half = max(power for power in (1, 2, 4, 8, 16, 32, 64, 128) if power < len(hashes))
    return merkle.node(reference(hashes[:half]), reference(hashes[half:]))


TREES = [reference(HASHES[:size]) for size in range(MOST + 1)]


def proof(ranges, leaves=HASHES):
    return [reference(leaves[start:end]) for start, end in ranges]


@pytest.mark.parametrize("size", range(1, 9))
def test_published_roots_are_reproduced(size):
    leaves = [merkle.leaf(bytes.fromhex(each)) for each in LEAVES[:size]]

    assert merkle.root(merkle.tree_peaks(leaves)).hex() == ROOTS[size - 1]


def test_a_published_proof_of_inclusion_is_reproduced():
    leaves = [merkle.leaf(bytes.fromhex(each)) for each in LEAVES]

    made = [hash_.hex() for hash_ in proof(merkle.cover([0], 8), leaves)]

    assert made == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]


def test_a_published_proof_of_consistency_is_reproduced():
    leaves = [merkle.leaf(bytes.fromhex(each)) for each in LEAVES]

    made = [hash_.hex() for hash_ in proof(merkle.consistency_path(6, 8), leaves)]

    assert made == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@pytest.mark.parametrize("size", range(MOST + 1))
def test_a_tree_grown_leaf_by_leaf_equals_one_built_at_once(size):
    peaks = merkle.tree_peaks(HASHES[:size])

    assert (merkle.root(peaks), len(peaks)) == (TREES[size], size.bit_count())


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_every_leaf_of_every_size_has_a_proof_of_inclusion(size):
    for index in range(size):
        path = proof(merkle.cover([index], size))

        assert merkle.root_by_cover({index: HASHES[index]}, size, path) == TREES[size]


def test_a_proof_fits_no_other_leaf_place_or_length():
    path = proof(merkle.cover([5], 11))

    for index in range(11):
        if index != 5 and len(merkle.cover([index], 11)) == len(path):
            assert merkle.root_by_cover({index: HASHES[5]}, 11, path) != TREES[11]
    assert merkle.root_by_cover({5: HASHES[6]}, 11, path) != TREES[11]
    for wrong in (path[1:], path[:-1], [*path, path[0]], []):
        with pytest.raises(ValueError, match=r"The proof has (too few hashes|1 hashes too many)"):
            merkle.root_by_cover({5: HASHES[5]}, 11, wrong)


@pytest.mark.parametrize("second", range(MOST + 1))
def test_every_pair_of_sizes_has_a_proof_of_consistency(second):
    for first in range(1 if second else 0, second + 1):
        path = proof(merkle.consistency_path(first, second))

        assert merkle.is_consistent(first, second, TREES[first], TREES[second], path)


def test_another_history_has_no_proof_of_consistency():
    other = [*HASHES]
    other[3] = merkle.leaf(b"other")
    for first in range(4, 40):
        for second in range(first, 40):
            path = proof(merkle.consistency_path(first, second), other)
            rewritten = reference(other[:second])

            assert not merkle.is_consistent(first, second, TREES[first], rewritten, path)


def test_a_proof_of_consistency_has_the_right_length_and_order():
    path = proof(merkle.consistency_path(6, 11))

    for wrong in (path[1:], path[:-1], [*path, path[0]]):
        with pytest.raises(ValueError, match=r"The proof has (too few hashes|1 hashes too many)"):
            merkle.is_consistent(6, 11, TREES[6], TREES[11], wrong)
    assert not merkle.is_consistent(6, 11, TREES[6], TREES[11], path[::-1])
    with pytest.raises(ValueError, match="A log of 11 events cannot be the start of a log of 6"):
        merkle.is_consistent(11, 6, TREES[11], TREES[6], path)


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_several_leaves_are_proved_at_once(size):
    for step in (1, 2, 3, 7, 64):
        for first in range(min(step, size)):
            indexes = list(range(first, size, step))
            path = proof(merkle.cover(indexes, size))

            assert merkle.root_by_cover({index: HASHES[index] for index in indexes}, size, path) == TREES[size]


def test_other_leaves_or_proofs_do_not_give_the_root():
    indexes = [2, 3, 9]
    leaves = {index: HASHES[index] for index in indexes}
    path = proof(merkle.cover(indexes, 13))

    assert merkle.root_by_cover({**leaves, 9: HASHES[8]}, 13, path) != TREES[13]
    assert merkle.root_by_cover({2: HASHES[3], 3: HASHES[2], 9: HASHES[9]}, 13, path) != TREES[13]
    for wrong in (path[1:], [*path, path[0]]):
        with pytest.raises(ValueError, match=r"The proof has (too few hashes|1 hashes too many)"):
            merkle.root_by_cover(leaves, 13, wrong)
    for outside in ({}, {13: HASHES[0]}, {-1: HASHES[0]}):
        with pytest.raises(ValueError, match="Leaves must be from 0 to 12"):
            merkle.root_by_cover(outside, 13, path)


def test_all_vectors_of_a_known_implementation_pass():
    found = {name: merkle_vectors.outcome(vector) for name, vector in merkle_vectors.INCLUSION.items()}
    found |= {name: merkle_vectors.outcome(vector) for name, vector in merkle_vectors.CONSISTENCY.items()}

    wanted = {**merkle_vectors.INCLUSION, **merkle_vectors.CONSISTENCY}
    assert found == {name: vector.right for name, vector in wanted.items()}
    assert len(found) == 196


def test_an_empty_log_proves_nothing():
    with pytest.raises(ValueError, match="there is nothing to prove"):
        merkle.is_consistent(0, 5, merkle.EMPTY, TREES[5], [])
    assert merkle.is_consistent(0, 0, merkle.EMPTY, merkle.EMPTY, [])
    assert not merkle.is_consistent(0, 0, merkle.EMPTY, TREES[1], [])


@pytest.mark.parametrize("size", [1, 2, 4, 64])
def test_a_full_subtree_is_built_level_by_level(size):
    assert merkle.full(HASHES[:size]) == TREES[size]
