// @ts-check
// Keeps a checkpoint of the log on this device. At each later visit it checks, by a proof of RFC 6962, that the log still
// begins with it, or that it has grown since a page from before was kept in a cache.

const PREFIX = "ludex-checkpoint:";

/** @typedef {{ origin: string, size: number, root: string, note: string, at: number }} Kept */

const section = /** @type {HTMLElement} */ (document.getElementById("keep"));
const said = /** @type {HTMLElement} */ (section.querySelector("[role=status]"));
const copy = /** @type {HTMLElement} */ (section.querySelector(".scroll"));
const button = /** @type {HTMLButtonElement} */ (section.querySelector("button"));
const texts = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("keep-texts")).textContent ?? "{}");
const { origin = "", size = "0", root = "", shard = "0", proof = "" } = section.dataset;
/** @type {Kept} */
const shown = { origin, size: Number(size), root, note: document.getElementById("note")?.textContent ?? "", at: Date.now() };

/** @param {string} text */
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} left @param {Uint8Array} right */
async function node(left, right) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.of(1, ...left, ...right)));
}

/**
 * The roots of both logs to which a proof leads, whose hashes are taken from the front.
 * @param {number} first @param {number} start @param {number} end
 * @param {Uint8Array | null} known @param {Uint8Array[]} hashes
 * @returns {Promise<[Uint8Array, Uint8Array]>}
 */
async function roots(first, start, end, known, hashes) {
  if (first < 1 || first > end) throw new RangeError("an empty log, or a longer one, is no beginning");
  const next = () => {
    const hash = hashes.shift();
    if (!hash) throw new RangeError("the proof is too short");
    return hash;
  };
  if (first === end) {
    const hash = known ?? next();
    return [hash, hash];
  }
  let width = 1;
  while (2 * width < end - start) width *= 2;
  const middle = start + width;
  if (first <= middle) {
    const [old, now] = await roots(first, start, middle, known, hashes);
    return [old, await node(now, next())];
  }
  const [old, now] = await roots(first, middle, end, null, hashes);
  const left = next();
  return [await node(left, old), await node(left, now)];
}

/**
 * What was signed, down to the last line: more than the root counts. The lines of witnesses below it may be new.
 * @param {Kept} kept
 */
const signedText = (kept) => kept.note.split("\n\n")[0];

/**
 * Whether the larger of two checkpoints continues the smaller one. Null if nobody can tell now.
 * @param {Kept} one @param {Kept} other
 */
async function continues(one, other) {
  const [first, second] = one.size <= other.size ? [one, other] : [other, one];
  if (first.size === second.size) return first.root === second.root && signedText(first) === signedText(second);
  const asked = new URLSearchParams({ first: `${first.size}`, second: `${second.size}`, shard });
  const answer = await fetch(`${proof}?${asked}`, { headers: { Accept: "application/json" } });
  if (answer.status === 404) return false; // the log is shorter than what was kept
  if (!answer.ok) return null;
  try {
    const hashes = (await answer.json()).proof.map(unhex);
    const [old, now] = await roots(first.size, 0, second.size, unhex(first.root), hashes);
    return hashes.length === 0 && hex(old) === first.root && hex(now) === second.root;
  } catch {
    return false;
  }
}

/** @param {string} code @param {Kept} kept */
function tell(code, kept) {
  const long = new Date(kept.at).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  const date = long.replace(/\sг\.$/, ""); // a full stop follows
  said.textContent = texts[code].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) =>
    ({ date, size: `${kept.size}`, origin: kept.origin })[name]);
  said.className = code === "wrong" || code === "other" ? "verdict refused" : "note";
  copy.hidden = said.className === "note";
  /** @type {HTMLElement} */ (copy.firstElementChild).textContent = kept.note;
  button.hidden = code === "same" || code === "wrong";
}

/** @returns {Kept[]} */
const all = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  .map((key) => JSON.parse(localStorage.getItem(key) ?? "null")).filter(Boolean);

async function compare() {
  const kept = all().find((each) => each.origin === origin);
  const log = (/** @type {string} */ name) => name.replace(/\/shard\d+$/, "");
  const other = all().find((each) => log(each.origin) !== log(origin));
  if (!kept) return other && tell("other", other);
  if (!globalThis.crypto?.subtle) return tell("insecure", kept);
  const right = await continues(kept, shown).catch(() => null);
  tell(right === null ? "unknown" : !right ? "wrong" : kept.size === shown.size ? "same" : "right", kept);
}

button.addEventListener("click", () => {
  localStorage.setItem(PREFIX + origin, JSON.stringify({ ...shown, at: Date.now() }));
  tell("same", shown);
});
section.hidden = false;
compare();
