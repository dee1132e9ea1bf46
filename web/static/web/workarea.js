// @ts-check
// The work area of the play page: pieces are chosen by a tap, and a tap on a heap puts them there. They can be dragged as
// well. Nothing is asked of the server until the move is sent. What is built is text in the form that sends it, as
// `games/bench.py` has it, so the page without scripts and this one are the same. How heaps are judged is the game's own:
// the script that `data-judge` names. Without one, heaps are rows of pieces from a keyboard.

/**
 * @typedef {{ name: string, tiles: string[], verdict: string, stands: boolean, signs?: string[] }} Heap
 * @typedef {{ id: number, name: string, slot?: string, free?: boolean }} Tile
 * @typedef {{ id: number, heap: Heap, tiles: Tile[], due: number, title: string, drawing: Element | null }} Box
 * @typedef {{ table: Box[], built: Box[], own: Tile[], loose: Tile[] }} State  what lies where
 */

const THRESHOLD = 6; // pixels, from which on a press is a drag
const SEND = "form.bench-form";

let words = /** @type {Record<string, any>} */ ({});
/** @type {any} */ let rules = null;
/** @type {any} */ let orders = null;
/** @type {State} */ let state = { table: [], built: [], own: [], loose: [] };
/** @type {State[]} */ let past = [];
/** @type {Set<number>} */ const chosen = new Set(); // ids of tiles, in the order in which they were chosen
/** @type {Map<string, { face: Element, alt: string }>} */ const faces = new Map();
/** @type {string[]} */ let base = []; // names of the heaps as they lie on the table
let keys = false; // `own` is a keyboard
let look = "z-rack"; // the class of a zone with such pieces
let hue = ""; // whose keys are shown on a phone
let aim = 0; // the id of the box that keys go to
let note = "";
let sort = "colour";
let last = 0; // id given
let starting = false;
let dragged = false; // just now: the click that follows is none
let inside = false; // the focus was in the work area

/** @param {string} selector @param {ParentNode} [from] */
const one = (selector, from = document) => /** @type {HTMLElement | null} */ (from.querySelector(selector));
/** @param {string} selector @param {ParentNode} [from] */
const all = (selector, from = document) => /** @type {HTMLElement[]} */ ([...from.querySelectorAll(selector)]);
const plain = () => /** @type {HTMLFormElement | null} */ (one("form.bench"));
const sender = () => /** @type {HTMLFormElement | null} */ (one(SEND));
const field = () => /** @type {HTMLInputElement | null} */ (one(`${SEND} [name=work]`));
const fill = (/** @type {string} */ text, /** @type {Record<string, any>} */ params) => text.replace(/\{(\w+)\}/g, (_, key) => params[key]);

// -- heaps that are rows of a keyboard's pieces

const rowRules = {
  read: (/** @type {string} */ name) => ({ name, tiles: [], verdict: "", stands: false }),
  join: (/** @type {string[]} */ row, /** @type {string[]} */ tiles) => ({ tiles: [...row, ...tiles] }),
  rest: (/** @type {Heap} */ _, /** @type {string[]} */ row) => ({ tiles: row }),
  next: (/** @type {Heap} */ heap) => heap,
  goal: () => "",
};

/** @param {Box} box @param {Heap} heap @param {Tile[]} pool tiles that make up the heap */
function boxOf(box, heap, pool) {
  const left = [...pool];
  const tiles = heap.tiles.map((name) => left.splice(left.findIndex((tile) => tile.name === name), 1)[0]);
  if (!box.due) return { ...box, heap, tiles, drawing: null };
  const filled = tiles.filter((tile) => !tile.free).length;
  const verdict = fill(words.of, { title: box.title, count: filled, due: box.due });
  return { ...box, tiles, drawing: null, heap: { ...heap, name: box.heap.name, verdict, stands: filled === box.due } };
}

// -- reading the page

function readTile(/** @type {Element} */ label) {
  const input = /** @type {HTMLInputElement} */ (one("input", label));
  const drawing = /** @type {Element} */ (one("i", label));
  const name = input.value.includes("/") ? (label.getAttribute("data-name") ?? "") : input.value;
  const face = /** @type {Element} */ (drawing.cloneNode(true));
  face.className = rules.isWild?.(name) ? "p" : face.className.replace(/ is-\w+/g, "");
  if (rules.isWild?.(name)) one("s", face)?.remove();
  if (!faces.has(name)) faces.set(name, { face, alt: words[name] ?? input.getAttribute("aria-label") ?? name });
  return { id: (last += 1), name, slot: label.getAttribute("data-slot") ?? "", free: label.hasAttribute("data-free") };
}

/** @param {string} zone @returns {Box[]} */
const readBoxes = (zone) =>
  all(`[data-zone=${zone}] [data-heap]`, plain() ?? undefined).map((node) => {
    const name = node.dataset.heap ?? "";
    const tiles = all(".tile", node).map(readTile);
    const due = Number(node.dataset.due ?? 0);
    const box = { id: (last += 1), heap: rules.read(name), tiles, due, title: node.dataset.title ?? "", drawing: one(".pieces", node) };
    return due ? boxOf(box, { ...box.heap, tiles: tiles.map((tile) => tile.name) }, tiles) : box;
  });

/** @param {string} zone */
const readStock = (zone) =>
  all(`[data-zone=${zone}] > .pieces .tile`, plain() ?? undefined).flatMap((node) => {
    const tile = readTile(node);
    return Array.from({ length: Number(node.dataset.copies ?? 1) }, (_, at) => (at ? { ...tile, id: (last += 1) } : tile));
  });

async function start() {
  const form = plain();
  if (!form || starting) return;
  starting = true;
  words = JSON.parse(form.dataset.words ?? "{}");
  keys = "keys" in form.dataset;
  look = form.dataset.look ?? look;
  const { judge } = form.dataset;
  const game = judge ? await import(judge) : null;
  rules = game ? game.makeRules(words) : rowRules;
  orders = game?.orders ?? null;
  faces.clear();
  chosen.clear();
  past = [];
  note = "";
  state = { table: readBoxes("table"), built: readBoxes("work"), own: readStock("own"), loose: readStock("loose") };
  const off = (one("[name=work]", form)?.getAttribute("value") ?? "").split(" ").filter((word) => word[0] === "-");
  base = judge ? [...state.table.map((box) => box.heap.name), ...off.map((word) => word.slice(1))] : [];
  aim = state.built.find((box) => box.due)?.id ?? 0;
  form.hidden = true;
  mark();
  render();
  starting = false;
}

// -- what is built

function text() {
  if (!base.length && state.built.some((box) => box.due)) {
    return state.built.map((box) => box.tiles.map((tile) => tile.name).join(",")).join("|").replace(/\|+$/, "");
  }
  const off = [...base];
  const on = [];
  for (const { heap } of [...state.table, ...state.built]) {
    const at = off.indexOf(heap.name);
    if (at < 0) on.push(`+${heap.name}`);
    else off.splice(at, 1);
  }
  return [...off.map((name) => `-${name}`), ...on].join(" ");
}

/** Keep the form as it is while something is built, whatever others do meanwhile. */
function mark() {
  const [form, input] = [sender(), field()];
  if (!form || !input) return;
  input.value = text();
  if (input.value) form.dataset.kept = "here";
  else delete form.dataset.kept;
}

function act(/** @type {State} */ next) {
  past.push(state);
  state = next;
  chosen.clear();
  note = "";
  mark();
  render();
}

const boxes = () => [...state.table, ...state.built];
const tiles = () => [...state.own, ...state.loose, ...boxes().flatMap((box) => box.tiles)];
const count = (/** @type {{ name: string }[]} */ some, /** @type {string} */ name) => some.filter((each) => each.name === name).length;

/** The state without these tiles. A heap of which nothing is left is gone. @param {Tile[]} some @returns {State} */
function without(some) {
  const left = (/** @type {Tile[]} */ list) => list.filter((tile) => !some.includes(tile));
  const touched = (/** @type {Box} */ box) => box.tiles.some((tile) => some.includes(tile));
  const cut = (/** @type {Box} */ box) => {
    const rest = left(box.tiles);
    return boxOf(box, rest.length ? rules.rest(box.heap, rest.map((tile) => tile.name)) : { ...box.heap, tiles: [] }, rest);
  };
  const built = [...state.built, ...state.table.filter(touched)].map((box) => (touched(box) ? cut(box) : box));
  return {
    table: state.table.filter((box) => !touched(box)),
    built: built.filter((box) => box.tiles.length || box.due),
    own: left(state.own),
    loose: left(state.loose),
  };
}

/** Put the chosen tiles into a box, a new one (0), or back to where they came from (-1). */
function place(/** @type {number} */ target) {
  const moved = [...chosen].map((id) => tiles().find((tile) => tile.id === id)).filter((tile) => tile !== undefined);
  const box = boxes().find((each) => each.id === target);
  if (!moved.length) return;
  if (target === -1) putBack(moved);
  else if (box && moved.every((tile) => box.tiles.includes(tile))) replaceBox(without([]), boxOf(box, rules.next(box.heap), box.tiles));
  else if (box) put(box, moved.filter((tile) => !box.tiles.includes(tile)));
  else put({ id: (last += 1), heap: { name: "", tiles: [], verdict: "", stands: false }, tiles: [], due: 0, title: "", drawing: null }, moved);
}

/** @param {Box} box @param {Tile[]} moved */
function put(box, moved) {
  const [first] = moved;
  if (box.due && !(takes(box, first) && hasRoom(box))) {
    const other = state.built.find((each) => takes(each, first) && hasRoom(each));
    chosen.clear();
    return other ? put(other, [first]) : render();
  }
  const some = box.due ? [first] : moved;
  const heap = rules.join(box.tiles.map((tile) => tile.name), some.map((tile) => tile.name));
  replaceBox(without(some), boxOf(box, heap, [...box.tiles, ...some]));
}

/** Whether a row is for such pieces. @param {Box} box @param {Tile} tile */
const takes = (box, tile) => (tile.slot ? tile.slot === box.heap.name : !tiles().some((each) => each.slot === box.heap.name));
const hasRoom = (/** @type {Box} */ box) => box.tiles.filter((tile) => !tile.free).length < box.due;

/** @param {State} next @param {Box} box */
function replaceBox(next, box) {
  const isBuilt = next.built.some((each) => each.id === box.id);
  const built = isBuilt ? next.built.map((each) => (each.id === box.id ? box : each)) : [...next.built, box];
  aim = nextAim(built, box);
  act({ ...next, table: next.table.filter((each) => each.id !== box.id), built });
  one(`.heap[data-drop="${box.id}"]`)?.scrollIntoView({ block: "nearest" });
}

/** The box that keys go to: the one that was touched last, or the next row with room. @param {Box[]} built @param {Box} box */
const nextAim = (built, box) => (box.due && box.heap.stands ? (built.find((each) => each.due && !each.heap.stands)?.id ?? box.id) : box.id);

/** Only tiles that the table can do without go back. @param {Tile[]} moved */
function putBack(moved) {
  const lying = base.flatMap((name) => rules.read(name).tiles.map((/** @type {string} */ tile) => ({ name: tile })));
  /** @type {Tile[]} */ const back = [];
  for (const tile of moved.filter((each) => !state.own.includes(each))) {
    const rest = [...boxes().flatMap((box) => box.tiles), ...state.loose].filter((each) => !back.includes(each));
    if (count(rest, tile.name) > count(lying, tile.name)) back.push(tile);
  }
  note = back.length < moved.length && !moved.every((tile) => state.own.includes(tile)) ? words.stays : "";
  const said = note;
  if (back.length) {
    const next = without(back);
    act({ ...next, own: [...next.own, ...back] });
  } else chosen.clear();
  note = said;
  render();
}

// -- what is pressed

function pressTile(/** @type {Tile} */ tile) {
  note = "";
  if (keys && state.own.includes(tile)) {
    chosen.clear();
    chosen.add(tile.id);
    place(state.built.some((box) => box.id === aim) ? aim : 0);
    return;
  }
  if (!chosen.delete(tile.id)) chosen.add(tile.id);
  render();
}

function pressBox(/** @type {Box} */ box) {
  if (chosen.size) place(box.id);
  else if (state.table.includes(box)) {
    aim = box.id;
    act({ ...state, table: state.table.filter((each) => each !== box), built: [...state.built, box] });
  } else {
    aim = box.id;
    if (!keys) for (const tile of box.tiles) chosen.add(tile.id);
    render();
  }
}

function pressNew() {
  if (chosen.size) place(0);
  else {
    aim = 0;
    note = keys ? "" : words.hint;
    render();
  }
}

function undo() {
  state = past.pop() ?? state;
  chosen.clear();
  note = "";
  mark();
  render();
}

function reset() {
  if (one("form.bench [role=alert]")) return one("[data-reset]")?.click(); // the table has changed: the server knows it
  const spare = [...tiles()];
  const table = base.map((name) => {
    const heap = rules.read(name);
    const some = heap.tiles.map((/** @type {string} */ each) => spare.splice(spare.findIndex((tile) => tile.name === each), 1)[0]);
    return { id: (last += 1), heap, tiles: some, due: 0, title: "", drawing: null };
  });
  const rows = state.built.filter((box) => box.due).map((box) => boxOf(box, { ...box.heap, tiles: [] }, []));
  aim = rows[0]?.id ?? 0;
  act({ table, built: rows, own: spare, loose: [] });
}

// -- showing it

/** @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children */
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** @param {string} at names the button for the focus @param {() => void} press @param {(Node | string)[]} children */
function button(at, press, style = "btn", ...children) {
  const node = make("button", { type: "button", class: style, "data-at": at }, ...children);
  node.addEventListener("click", () => {
    if (!dragged) press();
  });
  return /** @type {HTMLButtonElement} */ (node);
}

/** @param {string} name */
function drawing(name, sign = "", copies = 0) {
  const face = /** @type {Element} */ (faces.get(name)?.face.cloneNode(true));
  if (sign) face.append(make("s", {}, sign));
  const shown = make("span", { "aria-hidden": "true" }, face);
  if (keys && copies) shown.append(make("small", {}, "•".repeat(copies)));
  return shown;
}

const alt = (/** @type {string} */ name) => faces.get(name)?.alt ?? name;

/** @param {Tile} tile */
function tileNode(tile, sign = "", copies = 0) {
  const spoken = make("span", { class: "vh" }, sign ? `${alt(tile.name)} (${sign})` : alt(tile.name));
  const node = button(`t${tile.id}`, () => pressTile(tile), "tile", drawing(tile.name, sign, copies), spoken);
  if (!keys || !state.own.includes(tile)) node.setAttribute("aria-pressed", String(chosen.has(tile.id)));
  node.dataset.drag = String(tile.id);
  node.dataset.name = tile.name;
  return node;
}

/** @param {Box} box */
function lyingNode(box) {
  const shown = box.drawing ? all("i", box.drawing).map((face) => face.cloneNode(true)) : box.tiles.map((tile) => drawing(tile.name));
  const node = button(`b${box.id}`, () => pressBox(box), "heap lying", make("span", { class: "pieces", "aria-hidden": "true" }, ...shown));
  node.setAttribute("aria-label", box.tiles.map((tile) => alt(tile.name)).join(", "));
  node.dataset.drop = String(box.id);
  node.dataset.name = box.heap.name;
  return node;
}

/** @param {Box} box */
function builtNode(box) {
  const { heap } = box;
  const row = make("div", { class: "pieces" }, ...box.tiles.map((tile, at) => tileNode(tile, heap.signs?.[at])));
  const caption = button(`b${box.id}`, () => pressBox(box), "caption", heap.verdict);
  caption.append(make("span", { class: "vh" }, `. ${words.add}`));
  const aimed = keys && box.id === aim ? " aim" : "";
  const look = heap.stands ? " stands" : box.tiles.length > 2 && !box.due ? " falls" : "";
  return make("div", { class: `heap${look}${aimed}`, "data-drop": String(box.id) }, row, caption);
}

/** @param {string} zone @param {string} style @param {(Node | string)[]} children */
function section(zone, style, ...children) {
  const legend = one(`[data-zone=${zone}] legend`)?.textContent ?? words.loose;
  return make("section", { class: `zone ${style}`, "aria-label": legend }, make("h3", {}, legend), ...children);
}

function tableNode() {
  const groups = make("div", { class: "groups" }, ...state.table.map(lyingNode));
  return base.length ? [section("table", "felt z-sets", groups)] : [];
}

function workNode() {
  const more = button("new", pressNew, keys && !aim ? "btn aim" : "btn", one("[name=onto][value=new]")?.textContent ?? "");
  more.dataset.drop = "0";
  const isRow = state.built.some((box) => box.due);
  const groups = make("div", { class: "groups" }, ...state.built.map(builtNode), ...(isRow ? [] : [more]));
  const loose = state.loose.length ? [section("loose", "felt", make("div", { class: "pieces" }, ...state.loose.map((tile) => tileNode(tile))))] : [];
  return [section("work", `work ${isRow ? look : "z-sets"}`, groups), ...loose];
}

function ownNode() {
  const own = orders && !keys ? [...state.own].sort((one_, two) => orders[sort](one_.name, two.name)) : state.own;
  const pieces = keys ? keyNodes() : own.map((tile) => tileNode(tile));
  const row = make("div", { class: keys ? "keyboard" : "pieces", "data-drop": "-1" }, ...pieces);
  const undoing = button("undo", undo, "btn", make("span", { "aria-hidden": "true" }, "↶"), make("span", { class: "vh" }, words.undo));
  undoing.disabled = !past.length;
  const clearing = button("reset", reset, "btn plain", one("[data-reset]")?.textContent ?? "");
  clearing.disabled = !text();
  const back = button("back", () => place(-1), "btn", one("[name=onto][value=back]")?.textContent ?? "");
  const isFromSets = [...chosen].some((id) => !state.own.some((tile) => tile.id === id));
  const sorting = orders && !keys ? [sortNode()] : [];
  const bar = make("div", { class: "bar tools" }, ...(isFromSets ? [back] : sorting), undoing, clearing);
  return [section("own", `wood ${look}${keys ? " keys" : ""}`, row), bar];
}

/** Every key once, grey if no copy is left, in a row for each hue. A phone shows those of one hue. */
function keyNodes() {
  const names = all("[data-zone=own] > .pieces .tile", plain() ?? undefined).map((label) => label.dataset.name ?? one("input", label)?.getAttribute("value") ?? "");
  const hues = [...new Set(names.map(hueOf))];
  const tabs = hues.filter(Boolean).map((each) => {
    const tab = button(`hue-${each}`, () => { hue = each; render(); }, "btn", make("i", { class: `hue ${each}`, "aria-hidden": "true" }), make("span", { class: "vh" }, words[`hue_${each}`] ?? each));
    tab.setAttribute("aria-pressed", String(each === shownHue(hues)));
    return tab;
  });
  const rows = hues.map((each) => {
    const shown = !each || each === shownHue(hues) ? "" : " off";
    return make("div", { class: `pieces${shown}` }, ...names.filter((name) => hueOf(name) === each).map(keyNode));
  });
  return [...(tabs.length > 1 ? [make("div", { class: "hues" }, ...tabs)] : []), ...rows];
}

const hueOf = (/** @type {string} */ name) => faces.get(name)?.face.className.replace(/^p ?/, "") ?? "";
const shownHue = (/** @type {string[]} */ hues) => (hue && hues.includes(hue) ? hue : hues.find(Boolean));

function keyNode(/** @type {string} */ name) {
  const copies = count(state.own, name);
  const tile = state.own.find((each) => each.name === name) ?? { id: 0, name };
  const node = tileNode(tile, "", copies);
  node.dataset.at = `k${name}`;
  if (!copies) node.disabled = true;
  return node;
}

function sortNode() {
  const both = Object.keys(orders).map((name) => {
    const node = button(`sort-${name}`, () => { sort = name; render(); }, "btn", words[`sort_${name}`]);
    node.setAttribute("aria-pressed", String(sort === name));
    return node;
  });
  return make("div", { class: "seg", role: "group", "aria-label": words.sort }, ...both);
}

const laid = () => boxes().reduce((sum, box) => sum + box.tiles.length, 0) + state.loose.length - base.reduce((sum, name) => sum + rules.read(name).tiles.length, 0);
const goal = () => rules.goal(state.built.map((box) => box.heap), laid());

function sentence() {
  if (note) return note;
  if (chosen.size) return fill(words.chosen, { count: chosen.size });
  if (!text()) return words.hint;
  return [...state.built].every((box) => box.heap.stands || base.includes(box.heap.name)) ? words.ready : words.falls;
}

function render() {
  const [bench, rack] = [one("[data-bench]"), one("[data-rack]")];
  if (!bench || !rack) return;
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const at = active?.dataset?.at ?? "";
  const where = at.startsWith("t") ? all("[data-at]", rack).findIndex((node) => node === active) : -1;
  bench.replaceChildren(...tableNode(), ...workNode());
  const say = make("p", { class: "say", role: "status", tabindex: "-1" }, sentence());
  rack.replaceChildren(make("div", { class: "bar" }, say, make("span", { class: "goal" }, goal())), ...ownNode());
  if (!at) return;
  const nodes = all("[data-at]").filter((node) => !(/** @type {HTMLButtonElement} */ (node).disabled));
  const next = where >= 0 ? all("[data-rack] .tile")[Math.min(where, all("[data-rack] .tile").length - 1)] : null;
  (nodes.find((node) => node.dataset.at === at) ?? next ?? say).focus({ preventScroll: true });
}

// -- dragging

/** @type {{ id: number, x: number, y: number, ghost: HTMLElement | null, from: HTMLElement } | null} */ let drag = null;

/** @param {PointerEvent} event */
function grab(event) {
  const from = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-drag]"));
  if (from && event.isPrimary && event.button === 0) drag = { id: Number(from.dataset.drag), x: event.clientX, y: event.clientY, ghost: null, from };
}

/** @param {PointerEvent} event */
function pull(event) {
  if (!drag) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
    if (!chosen.has(drag.id)) chosen.clear();
    chosen.add(drag.id);
    drag.ghost = make("div", { class: "ghost z-rack", "aria-hidden": "true" }, ...[...chosen].map((id) => drawing(tiles().find((tile) => tile.id === id)?.name ?? "")));
    document.body.append(drag.ghost);
  }
  drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
}

/** @param {PointerEvent} event */
function drop(event) {
  const ended = drag;
  drag = null;
  if (!ended?.ghost) return;
  ended.ghost.remove();
  dragged = true;
  setTimeout(() => { dragged = false; });
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
  if (under && event.type === "pointerup") place(Number(/** @type {HTMLElement} */ (under).dataset.drop));
  else {
    chosen.clear();
    render();
  }
}

// -- when

/** The page was changed by news or by an answer: read it again, unless what is built here stays. */
function follow() {
  const bench = one("[data-bench]");
  if (bench && plain() && !bench.firstChild) {
    if (sender()?.dataset.kept === "here") {
      const form = plain();
      if (form) form.hidden = true;
      render();
    } else start();
  }
  if (!inside || document.activeElement !== document.body) return;
  const next = /** @type {HTMLElement | null} */ (one(`${SEND} [role=alert]`) ?? one("h2.now"));
  next?.setAttribute("tabindex", "-1");
  next?.focus();
}

document.addEventListener("focusin", (event) => {
  inside = Boolean(/** @type {Element} */ (event.target).closest(`[data-bench], ${SEND}, .now`));
});
document.addEventListener("pointerdown", grab);
document.addEventListener("pointermove", pull);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => drop(/** @type {PointerEvent} */ (event)));
new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
start();
