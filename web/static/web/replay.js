// @ts-check
// Steps through a replay without loading pages. Steps come many at a time. Without scripts the links do the same.

const PAUSE = 1000; // milliseconds a step is shown while the replay plays
const root = /** @type {HTMLElement} */ (document.querySelector(".replay"));
const last = Number(root.dataset.revision);
/** @type {Map<number, HTMLElement>} */ const frames = new Map();
/** @type {Map<number, Promise<void>>} */ const loading = new Map();
const slider = /** @type {HTMLInputElement} */ (document.getElementById("at"));
const play = /** @type {HTMLButtonElement} */ (root.querySelector("[data-do=play]"));
let wanted = 0; // the step that was asked for last
let turned = 0; // seats by which the table is turned
let timer = 0;

const current = () => /** @type {HTMLElement} */ (root.querySelector(".frame"));
const batch = (/** @type {number} */ at) => at - ((at - 1) % 50);

/** Fetch the steps around one, once. @param {number} at */
function load(at) {
  const first = batch(at);
  if (!loading.has(first)) loading.set(first, fetchSteps(first).catch((error) => { loading.delete(first); throw error; }));
  return /** @type {Promise<void>} */ (loading.get(first));
}

/** @param {number} first */
async function fetchSteps(first) {
  const asked = new URLSearchParams({ from: String(first), rev: String(last), release: root.dataset.release ?? "", seat: root.dataset.seat ?? "" });
  const answer = await fetch(`${root.dataset.steps}?${asked}`);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const each of page.querySelectorAll(".frame")) {
    const frame = /** @type {HTMLElement} */ (each);
    frames.set(Number(frame.dataset.at), frame);
  }
}

/** Show the first stop from a step on. @param {number} at */
async function go(at) {
  wanted = Math.min(Math.max(at, 1), last);
  const asked = wanted;
  try {
    await load(asked);
    const found = stop(asked) ?? (asked < last ? (await load(batch(asked) + 50), stop(asked)) : undefined);
    if (asked === wanted && found) show(found);
  } catch {
    location.search = query(asked); // as without scripts
  }
}

/** @param {number} at */
function stop(at) {
  for (let each = at; each <= batch(at) + 100 && each <= last; each += 1) if (frames.has(each)) return frames.get(each);
  return undefined;
}

/** @param {HTMLElement} frame */
function show(frame) {
  const before = current();
  const focused = before.contains(document.activeElement) ? document.activeElement?.getAttribute("rel") : undefined;
  const shown = /** @type {HTMLElement} */ (frame.cloneNode(true));
  turn(shown);
  before.replaceWith(shown);
  if (focused !== undefined) /** @type {HTMLElement | null} */ (shown.querySelector(focused ? `[rel=${focused}]` : "nav a"))?.focus();
  const at = Number(shown.dataset.at);
  slider.value = String(at);
  history.replaceState(null, "", `?${query(at)}`);
  document.getElementById("text")?.remove(); // it is of another step
  if (before.dataset.place === shown.dataset.place) mark(at);
  else list(at);
  load(Math.min(batch(at) + 50, last)).catch(() => {}); // what comes next
}

/** @param {number} at */
function query(at) {
  const asked = new URLSearchParams({ at: String(at) });
  if (root.dataset.seat) asked.set("seat", root.dataset.seat);
  return asked.toString();
}

/** Mark the step in the list. @param {number} at */
function mark(at) {
  root.querySelector("[aria-current=step]")?.removeAttribute("aria-current");
  for (const link of root.querySelectorAll(".step-list a")) {
    if (new URLSearchParams(link.getAttribute("href") ?? "").get("at") !== String(at)) continue;
    const line = /** @type {HTMLElement} */ (link.closest("li"));
    line.setAttribute("aria-current", "step");
    const box = /** @type {HTMLElement} */ (line.parentElement);
    box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2;
  }
}

/** The list of another game, from the page of the step. @param {number} at */
async function list(at) {
  const answer = await fetch(`?${query(at)}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".games", ".step-side h2", ".step-list"]) {
    const fresh = page.querySelector(part);
    if (fresh && Number(current().dataset.at) === at) root.querySelector(part)?.replaceWith(fresh);
  }
  mark(Number(current().dataset.at));
}

/** Let another seat be the last one. @param {HTMLElement} frame */
function turn(frame) {
  const seats = [...frame.querySelectorAll(".zone.wood")];
  const by = seats.length ? turned % seats.length : 0;
  for (const seat of seats.slice(0, by)) seat.parentElement?.append(seat);
}

function stopPlaying() {
  clearInterval(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}

const moves = {
  next: () => go(Number(current().dataset.next)),
  before: () => go(Number(current().dataset.before)),
  first: () => go(1),
  last: () => go(last),
  game: () => go(Number(current().dataset.game ?? 1)),
  nextGame: () => go(Number(current().dataset.nextGame ?? last)),
  turn: () => {
    turned += 1;
    const seat = current().querySelector(".zone.wood");
    seat?.parentElement?.append(seat);
  },
  play: () => {
    if (timer) return stopPlaying();
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (current().dataset.next === current().dataset.at) stopPlaying();
      else moves.next();
    }, PAUSE);
  },
  copy: async () => {
    const button = /** @type {HTMLElement} */ (root.querySelector("[data-do=copy]"));
    await navigator.clipboard.writeText(location.href);
    button.textContent = button.dataset.done ?? "";
  },
};

const keys = {
  ArrowRight: moves.next, ArrowLeft: moves.before, ArrowUp: moves.game, ArrowDown: moves.nextGame,
  Home: moves.first, End: moves.last, " ": moves.play, f: moves.turn,
};

root.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-do]"));
  if (button) {
    const act = /** @type {keyof typeof moves} */ (button.dataset.do);
    if (act !== "play") stopPlaying();
    moves[act]();
    return;
  }
  const address = target.closest("a")?.getAttribute("href") ?? "";
  if (!address.startsWith("?") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stopPlaying();
  go(Number(new URLSearchParams(address).get("at")));
});
slider.addEventListener("input", () => go(Number(slider.value)));
document.getElementById("seat")?.addEventListener("change", () => /** @type {HTMLFormElement} */ (slider.form).requestSubmit());
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
  if (target.closest("button, summary, .step-list") && (event.key === " " || event.key.startsWith("Arrow"))) return;
  const act = keys[/** @type {keyof typeof keys} */ (event.key)];
  if (!act) return;
  event.preventDefault();
  if (act !== moves.play) stopPlaying();
  act();
});

// over plain http there is no clipboard, and the address bar has the link
if (!navigator.clipboard) root.querySelector("[data-do=copy]")?.remove();
for (const tools of root.querySelectorAll(".tools")) /** @type {HTMLElement} */ (tools).hidden = false;
for (const button of root.querySelectorAll(".seek button")) /** @type {HTMLElement} */ (button).hidden = true;
mark(Number(current().dataset.at));
load(Number(current().dataset.at)).catch(() => {});
