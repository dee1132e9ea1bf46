// @ts-check
// Play by touch. The form lists moves with the places that each one touches. What may be touched is lit, then what may
// follow, and the bar has the move in words. A move in parts is asked for part by part, and the service reads it back
// before it is sent. Without scripts the same form is a list to choose from.

const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));
const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector("form.play"));
const find = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (form()?.querySelector(what) ?? null);

/** @typedef {{ input: HTMLInputElement, path: string[] }} Choice */
/** @type {string[]} */ let trail = []; // the places that were touched
let listed = false; // whether the list is open
let turn = ""; // the revision of the form that is shown
let step = 0; // the part that is asked for, of those that are due
let read = ""; // the move in parts, in words

/** The places of the page that can be touched. */
function places() {
  /** @type {Map<string, HTMLButtonElement>} */ const found = new Map();
  for (const each of main().querySelectorAll("[data-place]")) {
    const button = /** @type {HTMLButtonElement} */ (each);
    found.set(button.dataset.place ?? "", button);
  }
  return found;
}

/** The moves that can be made by touch. @returns {Choice[]} */
function choices() {
  const there = places();
  const inputs = /** @type {HTMLInputElement[]} */ ([...(form()?.querySelectorAll("input[data-path]") ?? [])]);
  return inputs
    .map((input) => ({ input, path: (input.dataset.path ?? "").split(" ") }))
    .filter(({ path }) => path.every((place) => there.has(place)));
}

/** @param {Choice[]} all @param {string[]} begun */
const following = (all, begun) => all.filter(({ path }) => begun.every((place, at) => path[at] === place));

/** @param {HTMLInputElement} input */
const words = (input) => input.closest("label")?.textContent?.trim() ?? "";

/** The parts of a move, if it has any. */
const parts = () => /** @type {HTMLElement[]} */ ([...(form()?.querySelectorAll("[data-part]") ?? [])]);

/** @param {HTMLElement} part */
const inputs = (part) => /** @type {HTMLInputElement[]} */ ([...part.querySelectorAll("input[value]:not([value=''])")]);

/** @param {string | undefined} key */
const answers = (key) => parts().filter(({ dataset }) => dataset.part === key).flatMap(inputs).filter(({ checked }) => checked);

/** @param {string | undefined} names */
const list = (names) => (names ?? "").split(" ").filter(Boolean);

/** The parts that are asked for, as things are answered. */
const due = () => parts().filter(({ dataset }) => list(dataset.after).every((key) => answers(key).length > 0));

/** The options of a part that are open. @param {HTMLElement} part */
function open(part) {
  const earlier = (/** @type {string} */ key) => parts().filter(({ dataset }) => dataset.part === key).flatMap(inputs).map(({ value }) => value);
  const taken = (/** @type {string | undefined} */ keys) => list(keys).flatMap((key) => answers(key)).map(({ value }) => value);
  const [bound, allowed, apart] = [list(part.dataset.among).flatMap(earlier), taken(part.dataset.among), taken(part.dataset.apart)];
  return inputs(part).filter(({ value }) => (!bound.includes(value) || allowed.includes(value)) && !apart.includes(value));
}

/** Answer a part, or take an answer back. @param {HTMLElement} part @param {string} place */
function answer(part, place) {
  const one = part.dataset.most === "1";
  const input = open(part).find(({ value }) => value === place);
  if (!input) return;
  input.checked = one || !input.checked;
  if (one) advance();
  else show();
}

/** Go on to the next part. After the last the service puts the move in words. */
async function advance() {
  step += 1;
  read = "";
  for (const part of due().slice(step)) clear(part);
  show();
  reveal();
  if (step < due().length) return;
  const shown = form();
  if (!shown) return;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(shown)));
  const page = new DOMParser().parseFromString(await (await fetch(shown.action, { method: "POST", body })).text(), "text/html");
  if (form() !== shown || step < due().length) return;
  const question = page.querySelector("form.question")?.previousElementSibling;
  read = (question ?? page.querySelector(".objection, [role=alert]"))?.textContent?.trim() ?? "";
  if (question) confirm(shown);
  show();
  find(".btn.main:enabled")?.focus();
}

/** The question that the service would ask is answered: the reader has the words before them. @param {HTMLFormElement} shown */
function confirm(shown) {
  const sure = document.createElement("input");
  Object.assign(sure, { type: "hidden", name: "sure", value: "on" });
  shown.append(sure);
}

/** @param {HTMLElement} part */
function clear(part) {
  for (const input of part.querySelectorAll("input")) input.checked = input.value === "" ;
}

/** Ask for the part before again. */
function retreat() {
  step = Math.max(0, step - 1);
  read = "";
  for (const part of due().slice(step).reverse()) clear(part);
  show();
}

/** Light the options of the part that is due, and ask for it. */
function ask() {
  find("[name=sure]")?.toggleAttribute("disabled", !read);
  const asked = due();
  const part = asked[step];
  const options = new Map(part ? open(part).map((input) => [input.value, input]) : []);
  const chosen = new Set(asked.slice(0, step).flatMap(inputs).filter(({ checked }) => checked).map(({ value }) => value));
  for (const [place, button] of places()) {
    button.disabled = !options.has(place);
    button.setAttribute("aria-pressed", String(options.get(place)?.checked ?? false));
    button.classList.toggle("is-chosen", chosen.has(place));
  }
  const [say, send, undo] = [find(".say"), find(".btn.main"), find("[data-undo]")];
  if (say) say.textContent = part ? phrase(asked.slice(0, step), part) : read;
  if (send instanceof HTMLButtonElement) send.disabled = Boolean(part) || !find("[name=sure]:enabled");
  if (undo instanceof HTMLButtonElement) undo.disabled = step === 0;
  const none = part && Number(part.dataset.least) === 0 && !answers(part.dataset.part).length;
  const on = part && (none || part.dataset.most !== "1");
  buttons(on ? [[(none ? part.dataset.none : say?.dataset.more) ?? "", () => { void advance(); }]] : []);
}

/** What was answered, and the question. @param {HTMLElement[]} before @param {HTMLElement} part */
function phrase(before, part) {
  const given = before.map(({ dataset }) => answers(dataset.part).map(words).join(", ")).filter(Boolean);
  const question = part.querySelector("legend")?.textContent ?? "";
  return [...given, question].join(" → ");
}

/** Touch a place: it goes on from what was touched before, or replaces part of it. @param {string} place */
function touch(place) {
  const part = due()[step];
  if (part) return answer(part, place);
  const all = choices();
  if (trail.at(-1) === place) return back();
  for (let at = trail.length; at >= 0; at -= 1) {
    const begun = trail.slice(0, at);
    if (following(all, [...begun, place]).length === 0) continue;
    trail = [...begun, place];
    break;
  }
  choose(all);
}

/** Choose the move that what was touched leads to, if only one is left. @param {Choice[]} all */
function choose(all) {
  const left = following(all, trail);
  const [only] = left;
  if (only && left.length === 1) {
    trail = [...only.path];
    only.input.checked = true;
  } else {
    for (const each of form()?.querySelectorAll("input[name=move]") ?? []) /** @type {HTMLInputElement} */ (each).checked = false;
  }
  show();
}

function back() {
  if (parts().length) return retreat();
  const all = choices();
  do trail.pop();
  while (trail.length && following(all, trail).length < 2);
  choose(all);
}

/** Light what may be touched, and say the move. */
function show() {
  const active = document.activeElement;
  if (parts().length) ask();
  else light();
  if (active instanceof HTMLButtonElement && (active.disabled || !active.isConnected)) keep();
}

function light() {
  const all = choices();
  const say = find(".say");
  const lit = new Set(trail.flatMap((_, at) => following(all, trail.slice(0, at)).map(({ path }) => path[at])));
  for (const { path } of following(all, trail)) if (path.length > trail.length) lit.add(path[trail.length]);
  for (const [place, button] of places()) {
    button.disabled = !lit.has(place);
    button.setAttribute("aria-pressed", String(trail.includes(place)));
  }
  const checked = /** @type {HTMLInputElement | null} */ (find("input[name=move]:checked"));
  const send = /** @type {HTMLButtonElement | null} */ (find(".btn.main"));
  const undo = /** @type {HTMLButtonElement | null} */ (find("[data-undo]"));
  if (say && send && undo) {
    send.disabled = !checked;
    undo.disabled = !checked && trail.length === 0;
    say.textContent = checked ? words(checked) : prompt(say.dataset);
  }
  which(checked ? [] : following(all, trail).filter(({ path }) => path.length === trail.length));
}

/** @param {DOMStringMap} texts */
function prompt(texts) {
  if (trail.length === 0) return texts.first ?? "";
  if (following(choices(), trail).every(({ path }) => path.length === trail.length)) return texts.which ?? "";
  const named = trail.map((place) => places().get(place)?.getAttribute("aria-label") ?? "");
  return (texts.next ?? "").replace("{chosen}", named.join(", "));
}

/** Moves that touch the same places, to choose from in words. @param {Choice[]} same */
function which(same) {
  buttons(same.map(({ input }) => [words(input), () => {
    input.checked = true;
    show();
    find(".btn.main")?.focus();
  }]));
}

/** Show buttons above the others. @param {[string, () => void][]} all */
function buttons(all) {
  const box = find(".which");
  if (!box) return;
  box.hidden = all.length === 0;
  box.replaceChildren(...all.map(([text, press]) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "btn", textContent: text });
    button.addEventListener("click", press);
    return button;
  }));
}

/** Bring what may be touched above the bar, where the bar covers it. */
function reveal() {
  const bar = /** @type {HTMLElement | null} */ (main().querySelector(".hand"));
  const lit = [...main().querySelectorAll("[data-place]:enabled:not([aria-pressed=true])")].filter((each) => !bar?.contains(each));
  const top = bar?.getBoundingClientRect().top ?? innerHeight;
  if (lit.length && lit.every((each) => each.getBoundingClientRect().bottom > top)) lit[0].closest(".zone")?.scrollIntoView();
}

/** Let the focus never fall off the page. */
function keep() {
  const next = main().querySelector("[data-place]:enabled") ?? find(".which .btn") ?? find(".btn.main:enabled") ?? main().querySelector("h2.now");
  /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
}

/** Take over a page that is new, or that has changed. */
function begin() {
  const revision = /** @type {HTMLInputElement | null} */ (find("[name=revision]"))?.value ?? "";
  const all = choices(); // none where the pieces are hidden from this reader: the list is open then
  const touchable = all.length > 0 || parts().length > 0;
  document.documentElement.classList.toggle("taps", touchable);
  if (!touchable) trail = [];
  const fold = /** @type {HTMLDetailsElement | null} */ (find(".as-list"));
  if (fold) fold.open = listed || !touchable;
  for (const part of [find(".say"), find("[data-undo]")]) if (part) part.hidden = !touchable;
  if (turn === "" && revision && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  if (turn !== revision) [step, read] = [0, ""];
  turn = revision;
  const sent = /** @type {HTMLInputElement | null} */ (find("input[data-path]:checked"));
  if (sent) trail = (sent.dataset.path ?? "").split(" ");
  if (following(all, trail).length === 0) trail = [];
  show();
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-place]"));
  if (target.closest("[data-undo]")) back();
  if (!button) return;
  touch(button.dataset.place ?? "");
  reveal();
});
document.addEventListener("change", (event) => {
  const input = /** @type {Element} */ (event.target);
  if (!(input instanceof HTMLInputElement) || input.name !== "move") return;
  trail = input.dataset.path?.split(" ") ?? [];
  show();
});
document.addEventListener("toggle", (event) => {
  const fold = /** @type {HTMLDetailsElement} */ (event.target);
  if (fold.matches(".as-list")) listed = fold.open;
}, true);
document.addEventListener("live", () => {
  begin();
  if (document.activeElement === document.body) keep();
});
begin();
