// @ts-check
// What the sets of Rummikub are worth while they are built: games/rummikub/bench.py for browsers. The server judges
// what is sent, this only spares a player the wait. A test holds both equal.

/** @typedef {{ name: string, tiles: string[], kind: string, value: number, verdict: string, stands: boolean, signs: string[] }} Heap */

const COLOURS = "brko";
const JOKER = "J";

const isJoker = (/** @type {string} */ tile) => tile === JOKER;
const number = (/** @type {string} */ tile) => Number(tile.slice(1));
const rank = (/** @type {string} */ tile) => (isJoker(tile) ? 52 : COLOURS.indexOf(tile[0]) * 13 + number(tile) - 1);
const byNumber = (/** @type {string} */ one, /** @type {string} */ two) => number(one) - number(two) || rank(one) - rank(two);
const naturals = (/** @type {string[]} */ row) => row.filter((tile) => !isJoker(tile));

/** @param {string[]} row @param {number} at @param {string} tile */
const withTile = (row, at, tile) => [...row.slice(0, at), tile, ...row.slice(at)];

/** The choices of *count* of the numbers below *size*, in order. @returns {Generator<number[]>} */
function* combinations(/** @type {number} */ size, /** @type {number} */ count, first = 0) {
  if (count === 0) yield [];
  else for (let at = first; at <= size - count; at += 1) for (const rest of combinations(size, count - 1, at + 1)) yield [at, ...rest];
}

/** Ways to sort a rack. */
export const orders = {
  colour: (/** @type {string} */ one, /** @type {string} */ two) => rank(one) - rank(two),
  number: (/** @type {string} */ one, /** @type {string} */ two) => (isJoker(one) || isJoker(two) ? rank(one) - rank(two) : byNumber(one, two)),
};

/** @param {Record<string, any>} words messages by name, and the numbers `due` and `held` */
export function makeRules(words) {
  const say = (/** @type {string} */ name, /** @type {Record<string, number>} */ params = {}) =>
    String(words[name]).replace(/\{(\w+)\}/g, (_, key) => String(params[key]));

  /** @param {string} kind @param {string[]} row @returns {Heap} */
  function judge(kind, row) {
    const isOpen = row.length === 3 && naturals(row).length === 1;
    const found = isOpen ? kind : new Set(naturals(row).map(number)).size === 1 ? "group" : "run";
    const fault = (found === "run" ? runFault : groupFault)(row);
    const value = fault ? 0 : worth(found, row);
    const name = (isOpen ? `${found}:` : "") + row.join(",");
    const signs = row.map((tile, at) => (isJoker(tile) && !fault ? String(standsFor(found, row, at)) : ""));
    return { name, tiles: row, kind: found, value, verdict: fault || say(found, { points: value }), stands: !fault, signs };
  }

  /** The number that the tile at a place stands for. @param {string} kind @param {string[]} row @param {number} place */
  function standsFor(kind, row, place) {
    const at = row.findIndex((tile) => !isJoker(tile));
    return number(row[at]) + (kind === "group" ? 0 : place - at);
  }

  /** @param {string} kind @param {string[]} row */
  function worth(kind, row) {
    return row.reduce((sum, _, at) => sum + standsFor(kind, row, at), 0);
  }

  function runFault(/** @type {string[]} */ row) {
    if (row.length < 3) return say("short", { count: 3 - row.length });
    if (new Set(naturals(row).map((tile) => tile[0])).size !== 1) return say("colours");
    const at = row.findIndex((tile) => !isJoker(tile));
    const first = number(row[at]) - at;
    let wraps = false;
    for (const [place, tile] of row.entries()) {
      const due = first + place;
      if (isJoker(tile) || number(tile) === due) continue;
      if (number(tile) === due - 13) wraps = true;
      else return due > 13 ? say("place", { number: number(tile) }) : say("missing", { number: due });
    }
    if (wraps) return say("wraps");
    return first < 1 || first + row.length > 14 ? say("joker", { number: first < 1 ? first : 14 }) : "";
  }

  function groupFault(/** @type {string[]} */ row) {
    if (row.length < 3) return say("short", { count: 3 - row.length });
    if (row.length > COLOURS.length) return say("many");
    return new Set(naturals(row)).size < naturals(row).length ? say("twice") : "";
  }

  /** A row of tiles as a run and as a group, where it may be either. @returns {Heap[]} */
  function readings(/** @type {string[]} */ row) {
    const [run, group] = [judge("run", row), judge("group", row)];
    const sorted = group.kind === "group" && group.stands ? judge("group", [...row].sort((one, two) => rank(one) - rank(two))) : group;
    return run.kind === "run" && group.kind === "group" ? [run, sorted] : [sorted];
  }

  /** The row by number, with jokers in its gaps, and those that are left where they make it valid or at the end. */
  function tidy(/** @type {string[]} */ row) {
    let jokers = row.filter(isJoker).length;
    /** @type {string[]} */ const ordered = [];
    for (const tile of naturals(row).sort(byNumber)) {
      const gap = ordered.length ? number(tile) - number(ordered[ordered.length - 1]) - 1 : 0;
      const filled = Math.min(Math.max(gap, 0), jokers);
      ordered.push(...Array(filled).fill(JOKER), tile);
      jokers -= filled;
    }
    const rows = [...Array(jokers + 1).keys()].map((front) => [...Array(front).fill(JOKER), ...ordered, ...Array(jokers - front).fill(JOKER)]);
    const found = rows.flatMap(readings);
    return found.find((heap) => heap.stands) ?? found[0];
  }

  return {
    /** Whether a tile is drawn by itself as something else than in a set. */
    isWild: isJoker,

    /** A heap by its name. */
    read(/** @type {string} */ name) {
      const [kind, tiles] = name.includes(":") ? name.split(":") : ["run", name];
      return judge(kind, tiles.split(","));
    },

    /** The tiles of *row* with *tiles* among them, each where it makes a valid set if there is such a place. */
    join(/** @type {string[]} */ row, /** @type {string[]} */ tiles) {
      let heap = judge("run", row);
      for (const tile of tiles) {
        const places = [heap.tiles.length, ...heap.tiles.keys()];
        const found = places.flatMap((at) => readings(withTile(heap.tiles, at, tile)));
        heap = found.find((each) => each.stands) ?? tidy([...heap.tiles, tile]);
      }
      return heap;
    },

    /** A heap without some of its tiles. */
    rest: (/** @type {Heap} */ heap, /** @type {string[]} */ row) => judge(heap.kind, row),

    /** The heap with its jokers at the next places where they make it valid, or itself. */
    next(/** @type {Heap} */ heap) {
      const plain = naturals(heap.tiles).sort(byNumber);
      /** @type {Map<string, Heap>} */ const found = new Map();
      for (const places of combinations(heap.tiles.length, heap.tiles.length - plain.length)) {
        const rest = [...plain];
        const row = heap.tiles.map((_, at) => (places.includes(at) ? JOKER : String(rest.shift())));
        for (const reading of readings(row)) if (reading.stands && !found.has(reading.name)) found.set(reading.name, reading);
      }
      const names = [...found.keys()];
      return found.get(names[(names.indexOf(heap.name) + 1) % names.length]) ?? heap;
    },

    /** How far the seat is, once it has laid so many tiles. */
    goal: (/** @type {Heap[]} */ heaps, /** @type {number} */ laid) =>
      words.due
        ? say("opening", { points: heaps.reduce((sum, heap) => sum + heap.value, 0), due: words.due })
        : say("laid", { laid, left: words.held - laid }),
  };
}
