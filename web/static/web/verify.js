// Checks evidence of a match, as docs/evidence.md describes it: links, inclusion, signature, keys, seeds, and with
// verify_match.js what needs no rules of a game. It shares no code with the service, and asks nobody anything.
"use strict";

const FORMAT = "ludex-evidence/2";
const UNBLINDED = "ludex-evidence/1"; // files from before there were blinds and heads
const FIELDS = ["position", "stream", "seq", "shard", "kind", "schema", "payload", "private_commit", "actor",
  "command_id", "at", "hash", "blind"];
const MEMBERS = ["format", "match", "record", "deck", "seeds", "events", "proof", "checkpoint", "keys", "head"];
const HEX = /^([0-9a-f]{2})*$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/;
const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const EPOCH = BigInt(Date.UTC(2000, 0, 1)) * 1000n;

class Wrong extends Error {
  constructor(code, given = {}, seq = null, column = null) {
    super(code);
    Object.assign(this, { code, given, seq, column });
  }
}

// -- bytes

const utf8 = (text) => new TextEncoder().encode(text);

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function unhex(text, length, where) {
  if (typeof text !== "string" || text.length !== 2 * length || !HEX.test(text)) throw new Wrong("form", { where });
  return Uint8Array.from({ length }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function unbase64(text, where) {
  if (!BASE64.test(text) || btoa(atob(text)) !== text) throw new Wrong("form", { where });
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

function number(value, length) {
  const bytes = new Uint8Array(length);
  let rest = BigInt.asUintN(8 * length, BigInt(value));
  for (let at = length - 1; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 255n);
  return bytes;
}

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const same = (one, other) => hex(one) === hex(other);

// -- the form of the file

function require(right, where) {
  if (!right) throw new Wrong("form", { where });
}

function members(object, names, where) {
  require(object !== null && typeof object === "object" && !Array.isArray(object), where);
  const strange = [...Object.keys(object).filter((name) => !names.includes(name)),
    ...names.filter((name) => !(name in object))];
  require(strange.length === 0, strange.length ? `${where}.${strange[0]}` : where);
}

const whole = (value, where, most = Number.MAX_SAFE_INTEGER) =>
  require(Number.isSafeInteger(value) && value >= 0 && value <= most, where);

function isMoment(text) {
  const [, seconds] = MOMENT.exec(text) ?? [];
  const time = Date.parse(`${seconds}Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(`${seconds}.`);
}

function read(text) {
  let given;
  try {
    given = exact(text, "form");
  } catch (error) {
    throw error instanceof Wrong ? error : new Wrong("json");
  }
  const old = given?.format === UNBLINDED;
  if (given?.format === UNBLINDED && !("head" in given) && Array.isArray(given.events)) {
    require(given.events.every((event) => event !== null && typeof event === "object" && !("blind" in event)), "events");
    given.events.forEach((event) => (event.blind = null));
    Object.assign(given, { format: FORMAT, head: null });
  }
  members(given, MEMBERS, "file");
  require(given.format === FORMAT, "format");
  require(typeof given.match === "string" && UUID.test(given.match), "match");
  for (const name of ["record", "checkpoint"]) require(typeof given[name] === "string", name);
  require(given.deck === null || (typeof given.deck === "object" && !Array.isArray(given.deck)), "deck");
  require(old || !["status", "note"].some((name) => name in (given.deck ?? {})), "deck");
  for (const name of ["seeds", "events", "proof", "keys"]) require(Array.isArray(given[name]), name);
  require(given.events.length > 0 && given.keys.length > 0, "events");
  given.proof.forEach((each, at) => unhex(each, 32, `proof.${at}`));
  given.seeds.forEach((each, at) => unhex(each, 32, `seeds.${at}`));
  if (given.head !== null) {
    members(given.head, ["bucket", "path"], "head");
    for (const [name, length] of [["bucket", 64], ["path", 32]]) {
      require(Array.isArray(given.head[name]), `head.${name}`);
      given.head[name].forEach((each, at) => unhex(each, length, `head.${name}.${at}`));
    }
    require(given.head.path.length === 16, "head.path");
  }
  given.events.forEach((event, at) => {
    const where = `events.${at}`;
    members(event, FIELDS, where);
    for (const name of ["stream", "kind", "payload"]) require(typeof event[name] === "string", `${where}.${name}`);
    whole(event.position, `${where}.position`);
    whole(event.seq, `${where}.seq`, 2 ** 31 - 1);
    for (const name of ["shard", "schema"]) whole(event[name], `${where}.${name}`, 2 ** 15 - 1);
    require(UUID.test(event.command_id), `${where}.command_id`);
    require(event.actor === null || UUID.test(event.actor), `${where}.actor`);
    require(isMoment(event.at), `${where}.at`);
    unhex(event.hash, 32, `${where}.hash`);
    if (event.blind !== null) unhex(event.blind, 32, `${where}.blind`);
    if (event.private_commit !== null) unhex(event.private_commit, 32, `${where}.private_commit`);
  });
  given.keys.forEach((key, at) => {
    members(key, ["key", "first", "statement"], `keys.${at}`);
    whole(key.first, `keys.${at}.first`);
  });
  return given;
}

// -- links

function microseconds(text) {
  const [, seconds, fraction] = MOMENT.exec(text);
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction) - EPOCH;
}

function field(type, value) {
  return joined(number(type, 4), number(value === null ? -1 : value.length, 4), value ?? new Uint8Array());
}

function link(before, event) {
  const uuid = (text) => (text === null ? null : unhex(text.replaceAll("-", ""), 16, "id"));
  const commit = event.private_commit === null ? null : unhex(event.private_commit, 32, "private_commit");
  return sha256(joined(utf8("evt1"), before, number(10, 4),
    field(25, utf8(event.stream)), field(23, number(event.seq, 4)), field(21, number(event.shard, 2)),
    field(25, utf8(event.kind)), field(21, number(event.schema, 2)), field(25, utf8(event.payload)),
    field(17, commit), field(2950, uuid(event.actor)), field(2950, uuid(event.command_id)),
    field(1184, number(microseconds(event.at), 8))));
}

async function checkLinks(given, faults) {
  let before = new Uint8Array(32);
  for (const [at, event] of given.events.entries()) {
    const seq = at + 1;
    const last = given.events[at - 1];
    if (event.stream !== `match-${given.match}`) faults.push(new Wrong("stream", {}, seq, "stream"));
    if (event.seq !== seq) faults.push(new Wrong("seq", {}, seq, "seq"));
    if (last && event.position <= last.position) faults.push(new Wrong("position", {}, seq, "position"));
    if (last && microseconds(event.at) < microseconds(last.at)) faults.push(new Wrong("at", {}, seq, "at"));
    const due = await link(before, event);
    const stored = unhex(event.hash, 32, `events.${at}.hash`);
    const following = given.events[at + 1];
    let column = null;
    before = stored;
    if (!same(due, stored)) {
      if (following && hex(await link(due, following)) === following.hash) [column, before] = ["hash", due];
      faults.push(new Wrong("link", {}, seq, column));
    }
  }
}

// -- the tree

function leafOf(event) {
  const blind = event.blind === null ? new Uint8Array() : unhex(event.blind, 32, "blind");
  return sha256(joined(Uint8Array.of(0), unhex(event.hash, 32, "hash"), blind));
}

async function rootOf(given, size) {
  const leaves = new Map();
  for (const event of given.events) leaves.set(event.position, await leafOf(event));
  return rootByCover(leaves, size, given.proof.map((text, at) => unhex(text, 32, `proof.${at}`)));
}

async function rootByCover(leaves, size, proof) {
  const rest = [...proof];
  for (const [position, hash] of leaves) require(position < size && hash.length === 32, "position");
  const positions = [...leaves.keys()].sort((one, other) => one - other);
  async function made(inside, start, end) {
    if (inside.length === 0) {
      if (rest.length === 0) throw new Wrong("proof");
      return rest.shift();
    }
    if (end - start === 1) return leaves.get(start);
    let left = 1;
    while (2 * left < end - start) left *= 2;
    const middle = start + left;
    const one = await made(inside.filter((position) => position < middle), start, middle);
    const other = await made(inside.filter((position) => position >= middle), middle, end);
    return sha256(joined(Uint8Array.of(1), one, other));
  }
  const root = await made(positions, 0, size);
  if (rest.length) throw new Wrong("proof");
  return root;
}

// Whether the last event in the file is the last of the match in the log of the checkpoint.
async function endsHere(given, heads) {
  const { bucket, path } = given.head;
  const key = hex(await sha256(utf8(`match-${given.match}`)));
  let node = await sha256(joined(Uint8Array.of(0), ...bucket.map((entry) => unhex(entry, 64, "head.bucket"))));
  for (const [level, text] of path.entries()) {
    const beside = unhex(text, 32, "head.path");
    const right = (parseInt(key.slice(0, 4), 16) >> level) & 1;
    node = await sha256(joined(Uint8Array.of(1), ...(right ? [beside, node] : [node, beside])));
  }
  const ordered = bucket.every((entry, at) => at === 0 || bucket[at - 1].slice(0, 64) < entry.slice(0, 64));
  return heads !== null && ordered && same(node, heads) && bucket.includes(key + hex(await leafOf(given.events.at(-1))));
}

// -- notes and keys

function note(text, where) {
  const gap = text.lastIndexOf("\n\n");
  require(gap > 0 && text.endsWith("\n"), where);
  const signatures = text.slice(gap + 2, -1).split("\n").map((line) => {
    const found = /^— ([^ +\n]+) ([A-Za-z0-9+/=]+)$/.exec(line);
    require(found, where);
    const raw = unbase64(found[2], where);
    return { name: found[1], id: hex(raw.slice(0, 4)), signature: raw.slice(4) };
  });
  return { text: text.slice(0, gap + 1), signatures };
}

function checkpoint(text) {
  const lines = text.split("\n");
  require(lines.length >= 4 && lines.slice(0, -1).every(Boolean) && /^(0|[1-9]\d{0,15})$/.test(lines[1]), "checkpoint");
  const root = unbase64(lines[2], "checkpoint");
  require(root.length === 32, "checkpoint");
  const heads = lines.slice(3).filter((line) => line.startsWith("heads ")).map((line) => unbase64(line.slice(6), "heads"));
  require(heads.length < 2, "heads");
  const signed = lines.find((line) => line.startsWith("signed "))?.slice(7) ?? "–";
  return { origin: lines[0], size: Number(lines[1]), root, heads: heads[0] ?? null, signed };
}

async function publicKey(text) {
  const found = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text);
  require(found, "keys");
  const raw = unbase64(found[3], "keys");
  require(raw.length === 33 && raw[0] === 1, "keys");
  const id = hex((await sha256(joined(utf8(`${found[1]}\n`), raw))).slice(0, 4));
  require(id === found[2], "keys");
  return { name: found[1], id, raw: raw.slice(1), text };
}

// A key has another name in each shard of its log but the first.
function isSame(known, key) {
  const inShard = key.name.startsWith(`${known.name}/shard`) && /^[1-9]\d?$/.test(key.name.slice(known.name.length + 6));
  return hex(key.raw) === hex(known.raw) && (key.name === known.name || inShard);
}

async function signs(key, given) {
  const line = given.signatures.find((each) => each.name === key.name && each.id === key.id);
  if (!line) return false;
  const known = await crypto.subtle.importKey("raw", key.raw, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, known, line.signature, utf8(given.text));
}

// The key that signed, and how it is known: it was given, or is one of this service's own, or only the file has it.
async function checkSignature(given, point, text, trusted, own) {
  const keys = [];
  for (const each of given.keys) keys.push({ ...each, key: await publicKey(each.key), both: false });
  if (keys[0].statement !== null) throw new Wrong("statement", { key: keys[0].key.text });
  for (let at = 1; at < keys.length; at++) {
    if (keys[at].statement === null) continue;
    const said = note(keys[at].statement, `keys.${at}.statement`);
    const old = keys[at - 1].key;
    const due = `${old.name} key\n${keys[at].key.text}\nfrom ${keys[at].first}\n`;
    if (said.text !== due || !(await signs(old, said))) throw new Wrong("statement", { key: keys[at].key.text });
    keys[at].both = await signs(keys[at].key, said);
  }
  const place = keys.findIndex(({ key }) => text.signatures.some((line) => line.name === key.name && line.id === key.id));
  const { key, first } = keys[Math.max(place, 0)];
  const last = keys[place + 1]?.first ?? Infinity;
  if (place < 0 || key.name !== point.origin || point.size < first || point.size > last || !(await signs(key, text)))
    throw new Wrong("signature", { key: key.text });
  if (trusted) {
    const known = await publicKey(trusted);
    const led = (at) => keys.slice(Math.min(at, place) + 1, Math.max(at, place) + 1)
      .every((each) => each.statement !== null && (at < place || each.both));
    if (!keys.some((each, at) => isSame(known, each.key) && led(at))) throw new Wrong("trust", { key: known.text });
    return ["signed", { key: key.text }];
  }
  for (const each of own) if (isSame(await publicKey(each), key)) return ["own", { key: key.text }];
  return ["self", { key: key.text }];
}

async function digest(text) {
  const bytes = (await sha256(utf8(text))).slice(0, 10);
  let bits = 0n;
  for (const byte of bytes) bits = bits * 256n + BigInt(byte);
  let shown = "";
  for (let at = 75n; at >= 0n; at -= 5n) shown += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number((bits >> at) & 31n)];
  return shown.replace(/(.{4})(?=.)/g, "$1 ");
}

// -- seeds and the match

async function checkSeeds(given, match, faults, unchecked) {
  const known = new Set();
  for (const [seq, seed, sealed] of match.revealed) {
    known.add(hex(await sha256(unhex(seed, 32, "seed"))));
    if (!known.has(sealed)) faults.push(new Wrong("seed", {}, seq, "payload"));
  }
  if (!equal(match.revealed.map(([, seed]) => seed), given.seeds)) faults.push(new Wrong("seeds", {}, null, "seeds"));
  if (match.draws.some(([, sealed]) => !known.has(sealed))) unchecked.push(["hidden", {}]);
  if (match.draws.length && match.dealing !== "table") return "sealed";
  return match.level === "score" ? "undealt" : "unsealed";
}

async function checkDeck(deck, options) {
  if (deck === null) return true;
  const { game, manifest_id: id, status: _, note, ...content } = deck;
  const hash = hex(await sha256(utf8(canonical({ content, game }))));
  return (note ?? "") === "" && options.deck === `${id} sha256:${hash}`;
}

async function checkMatch(given, known, faults, found, unchecked) {
  const match = readMatch(given.events, known, faults, unchecked);
  if (match === null) return;
  const seeds = await checkSeeds(given, match, faults, unchecked);
  if (!(await checkDeck(given.deck, match.opening.options))) faults.push(new Wrong("deck", {}, null, "deck"));
  if (!isRecord(given.record, match)) faults.push(new Wrong("record", {}, null, "record"));
  const players = (seats) => seats.map((player) => player ?? "–").join(", ");
  const results = [...match.results].sort(byPlace).map(([place, { points }]) => `${place}: ${points.join(" ")}`);
  found.push(["people", { game: match.opening.game, seats: players(match.seats), results: results.join(", ") || "–" }]);
  found.push([match.outcome, { why: match.reason, seats: players(match.absent.map((seat) => match.seats[seat])) }]);
  for (const { seq, kind, fact } of match.acts.slice(0, 50)) {
    const reason = String(fact.correction ?? fact.reason ?? "").slice(0, 300);
    const detail = kind === "seats.changed" ? players(fact.seats) : [fact.kind, ...(fact.points ?? [])].join(" ");
    found.push(["act", { seq, at: given.events[seq - 1].at, what: kind, detail, reason }]);
  }
  found.push([seeds, {}]);
}

// -- the whole

// *own*: the keys of this service, and *known*: the members of each kind of event.
async function check(text, trusted, own, known) {
  const faults = [];
  const found = [];
  const unchecked = [];
  const told = (error) =>
    error instanceof Wrong ? error : new Wrong("form", { where: String(error.message).slice(0, 80) });
  let given;
  try {
    given = read(text);
    for (const each of given.keys) await publicKey(each.key);
    if (trusted) await publicKey(trusted);
  } catch (error) {
    return { faults, found, unchecked, unread: told(error) };
  }
  try {
    await checkLinks(given, faults);
    const said = note(given.checkpoint, "checkpoint");
    const point = checkpoint(said.text);
    found.push(["linked", { match: given.match, count: given.events.length, at: given.events.at(-1).at }]);
    if (!same(await rootOf(given, point.size), point.root)) faults.push(new Wrong("root", {}, null, "proof"));
    if (given.head === null) unchecked.push(["headless", {}]);
    else if (!(await endsHere(given, point.heads))) faults.push(new Wrong("head", {}, null, "head"));
    found.push(["point", { ...point, digest: await digest(said.text) }]);
    try {
      const by = await checkSignature(given, point, said, trusted, own);
      (by[0] === "self" ? unchecked : found).push(by[0] === "self" && !own.length ? ["keyless", by[1]] : by);
    } catch (error) {
      if (error instanceof Wrong) throw error;
      unchecked.push(["ed25519", {}]);
    }
    if (faults.every((fault) => fault.seq === null)) await checkMatch(given, known, faults, found, unchecked);
  } catch (error) {
    faults.push(told(error));
  }
  return { faults: faults.slice(0, 20), found, unchecked, unread: null };
}

// -- the page

function start() {
  const form = document.getElementById("verify");
  const shown = document.getElementById("verdict");
  const data = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "[]");
  const texts = data("texts");
  const value = (name, given) => (name === "what" ? texts[given.what] : given[name]);
  const told = (code, given) => texts[code].replace(/\{(\w+)\}/g, (_, name) => value(name, given)).trim();

  function line(kind, text) {
    const item = document.createElement("li");
    item.className = kind;
    item.textContent = text;
    return item;
  }

  async function show() {
    const file = form.elements.file.files[0];
    if (!file) return;
    shown.replaceChildren();
    if (!globalThis.crypto?.subtle) {
      shown.append(line("unchecked", told("insecure", {})));
      return;
    }
    const key = form.elements.key.value.trim();
    const { faults, found, unchecked, unread } = await check(await file.text(), key, data("keys"), data("members"));
    const state = unread ? "unread" : faults.length ? "wrong" : unchecked.length ? "partly" : "right";
    const verdict = document.createElement("p");
    verdict.className = `verdict ${state}`;
    verdict.textContent = told(state, {});
    const list = document.createElement("ul");
    if (unread) list.append(line("unchecked", told(unread.code, unread.given)));
    for (const fault of faults) {
      const where = [fault.seq === null ? null : told("event", { seq: fault.seq }), fault.column].filter(Boolean).join(", ");
      list.append(line("fault", (where ? `${where}: ` : "") + told(fault.code, fault.given)));
    }
    if (!faults.length) for (const [code, given] of found) list.append(line("found", told(code, given)));
    for (const [code, given] of unchecked) list.append(line("unchecked", told(code, given)));
    if (!unread) list.append(line("unchecked", told("rules", {})));
    shown.append(verdict, list);
  }

  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
}

start();
