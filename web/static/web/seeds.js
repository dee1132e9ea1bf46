// @ts-check
// Before a deal that the seats make together: chooses a secret number for each seat of this phone, sends first its hash
// and, once every seat has sent one, the number. What was chosen is kept on this device until it is seen in the deal.

const TRIES = 3; // at sending the same
const PAUSE = 2_000;
const FRAME = "ludex seat seed 1";
/** @type {Map<string, number>} */ const sent = new Map(); // tries, by what is sent
/** @type {Map<string, string>} */ const chosen = new Map(); // where the device keeps nothing
const waited = Boolean(document.getElementById("joint-deal"));

/** @param {HTMLElement} element */
const name = ({ dataset }) => `ludex-seed:${dataset.seal}:${dataset.seat}`;

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key) ?? chosen.get(key) ?? "";
  } catch {
    return chosen.get(key) ?? "";
  }
}

/** A new number of 32 bytes, kept before anything of it is sent. @param {string} key */
function choose(key) {
  const known = read(key);
  if (known) return known;
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  chosen.set(key, seed);
  try {
    localStorage.setItem(key, seed);
  } catch {} // then this page has to stay open
  return seed;
}

/** What a seat commits itself to. @param {string} seal @param {string} seat @param {string} seed */
async function hash(seal, seat, seed) {
  const { sha256 } = await import("./vendor/js-sha256-1.0.0.min.js");
  return sha256([FRAME, seal, seat, seed, ""].join("\n"));
}

/** The number of this device, unless another device was faster: then it is of no use. @param {HTMLElement} element */
async function own(element) {
  const { seal = "", seat = "", commitment = "" } = element.dataset;
  const seed = read(name(element));
  return seed && commitment && (await hash(seal, seat, seed)) !== commitment ? "" : seed;
}

/** Send what is due of one seat. @param {HTMLFormElement} form */
async function add(form) {
  const { seal = "", seat = "", step = "" } = form.dataset;
  const key = name(form);
  const tries = sent.get(key + step) ?? 0;
  sent.set(key + step, tries + 1);
  const seed = step === "commitment" ? choose(key) : await own(form);
  const line = form.querySelector("p");
  if (line) line.hidden = Boolean(seed);
  if (!seed) return;
  const value = step === "commitment" ? await hash(seal, seat, seed) : seed;
  /** @type {HTMLInputElement} */ (form.elements.namedItem(step)).value = value;
  if (tries) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (form.isConnected) form.requestSubmit();
}

/** Whether what this phone has chosen is in the deal. @param {HTMLElement} line */
async function compare(line) {
  const seed = await own(line);
  line.hidden = !seed || seed === line.dataset.shown;
}

function look() {
  const waits = document.getElementById("joint-deal");
  if (waited && !waits) location.reload(); // the page of a running game has other scripts
  const forms = /** @type {HTMLFormElement[]} */ ([...(waits?.querySelectorAll("form[data-seat]") ?? [])]);
  const next = forms.find((form) => form.dataset.step && (sent.get(name(form) + form.dataset.step) ?? 0) < TRIES);
  if (next) void add(next); // one after the other, each on the page that answers the one before
  for (const line of document.querySelectorAll("p[data-shown]")) void compare(/** @type {HTMLElement} */ (line));
}

document.addEventListener("live", look);
look();
