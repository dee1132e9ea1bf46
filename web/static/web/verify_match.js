// What the events of a match give without the rules of its game, above all the record, which must be that of the file.
"use strict";

const OFFICIAL = -1;
const SCRIBE = -2;

// -- JSON

function stringEnd(text, start) {
  for (let end = start + 1; ; end++) {
    end = text.indexOf('"', end);
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
}

// The value of JSON without repeated members, and with whole numbers alone.
function exact(text, code) {
  const value = JSON.parse(text);
  const open = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") open.push(sign === "{" ? new Set() : null);
    else if (sign === "}" || sign === "]") open.pop();
    else if (sign === '"') {
      const end = stringEnd(text, at);
      const name = text.slice(at, end);
      at = end - 1;
      if (!/^\s*:/.test(text.slice(end, end + 20))) continue;
      const known = JSON.parse(name);
      if (open.at(-1).has(known)) throw new Wrong("twice", { where: known.slice(0, 80) });
      open.at(-1).add(known);
    } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      const [number] = /^[^\s,\]}]+/.exec(text.slice(at, at + 400));
      if (!/^-?\d{1,16}$/.test(number) || !Number.isSafeInteger(Number(number))) throw new Wrong(code, { where: number });
      at += number.length - 1;
    }
  }
  return value;
}

// JSON as a deck is hashed: members in order, no blanks.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

// -- the match

function demand(right) {
  if (!right) throw new Wrong("payload");
}

const placeOf = (fact) => {
  demand(Number.isInteger(fact.round) && Number.isInteger(fact.game));
  return `${fact.round}.${fact.game}`;
};
const DEALINGS = ["server", "joint", "table"];
const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

class Match {
  constructor(opening) {
    Object.assign(this, { opening, seats: opening.seats, level: opening.level, dealing: opening.dealing });
    Object.assign(this, { seal: opening.seed_hash, games: [], game: null, results: new Map(), ruled: new Map() });
    Object.assign(this, { ended: false, decision: null, reason: "", absent: [], draws: [], revealed: [], acts: [] });
    Object.assign(this, { rulings: new Map(), due: new Set(), summed: null });
    demand(Array.isArray(opening.seats) && ["full", "open", "score"].includes(opening.level));
    demand(DEALINGS.includes(opening.dealing) && opening.options !== null);
  }

  result(fact, voices, extra = {}) {
    const { points, winners, reason } = fact;
    demand(points.length === this.seats.length && points.every(Number.isInteger) && typeof reason === "string");
    return { points, winners, reason, extra, voices, against: new Map(), settled: false };
  }

  discard(place) {
    this.games = this.games.filter((game) => game.place !== place);
    if (this.game?.place === place) this.game = null;
  }

  drop(places) {
    for (const place of places) {
      this.results.delete(place);
      this.ruled.delete(place);
    }
    this.ended = false;
  }

  report(fact) {
    const place = placeOf(fact);
    const known = this.results.get(place);
    const by = fact.imported ? SCRIBE : (fact.seat ?? OFFICIAL);
    const made = this.result(fact, [by], fact.extra ?? {});
    this.ruled.delete(place);
    if (known && (fact.correction ?? null) === null && equal([known.points, known.winners], [made.points, made.winners])) {
      this.agree(known, by);
      return;
    }
    if (known && by === OFFICIAL) made.settled = known.settled;
    else if (known) {
      made.against = known.against;
      const same = [...known.against].filter(([, claim]) => equal(claim, [made.points, made.winners]));
      for (const voice of [by, ...same.map(([seat]) => seat)]) this.agree(made, voice);
    }
    this.results.set(place, made);
  }

  agree(result, voice) {
    if (!result.voices.includes(voice)) result.voices.push(voice);
    result.against.delete(voice);
  }

  adjust(fact) {
    const place = placeOf(fact);
    const known = this.results.get(place);
    const extra = known && "absent" in known.extra ? { absent: known.extra.absent } : {};
    const made = this.result({ ...fact, reason: known?.reason ?? "" }, [OFFICIAL], extra);
    if (known) this.ruled.set(place, [this.ruled.get(place)?.[0] ?? known, made.points]);
    this.results.set(place, { ...made, settled: true });
  }

  contest(fact) {
    const claims = new Map((fact.claims ?? []).map((claim) => [placeOf(claim), [claim.points, claim.winners]]));
    const by = fact.seat ?? OFFICIAL;
    for (const [place, result] of this.results) {
      if ((claims.size && !claims.has(place)) || (result.settled && fact.seat !== null)) continue;
      result.voices = result.voices.filter((voice) => voice !== by);
      result.against.set(by, claims.get(place) ?? null);
    }
  }

  rewind(fact) {
    demand(Number.isInteger(fact.revision));
    const reached = this.games.filter((game) => game.opened >= fact.revision || game.moves.at(-1)?.seq >= fact.revision);
    const lost = reached.map((game) => game.place).filter((place) => this.results.has(place));
    demand(equal(lost.sort(), (fact.games ?? []).map((place) => place.join(".")).sort()));
    this.drop(lost);
    this.games = this.games.filter((game) => game.opened < fact.revision);
    this.game = this.games.at(-1) ?? null;
    while (this.game?.moves.at(-1)?.seq >= fact.revision) this.game.moves.pop();
  }

  rule(decision, fact) {
    Object.assign(this, { decision, reason: fact.reason ?? "", absent: fact.seats ?? [] });
  }

  carryOut(kind, fact) {
    const given = this.rulings.get(fact.ruling);
    demand(given);
    if (kind === "match.reopened") return;
    const [due, ...terms] = REMEDIES[given.kind] ?? [];
    const made = { ...fact, game: [fact.round, fact.game] };
    demand(kind === due && terms.every((term) => equal(made[term], given[term])));
    this.due.delete(fact.ruling);
  }

  get scores() {
    return JSON.stringify([...this.results].sort(byPlace).map(([place, each]) => [place, each.points, each.winners]));
  }

  apply(kind, fact, seq) {
    const step = STEPS[kind];
    const isSeat = (seat) => Number.isInteger(seat) && seat < this.seats.length;
    demand((fact.seat ?? null) === null || (isSeat(fact.seat) && fact.seat >= -3));
    const seats = kind === "seats.changed" ? [] : (fact.seats ?? []);
    demand([...seats, ...(fact.winners ?? [])].every((seat) => isSeat(seat) && seat >= 0));
    if (kind === "ruling.given") {
      this.rulings.set(fact.ruling, fact);
      if (fact.policy !== "report" && fact.kind in REMEDIES) this.due.add(fact.ruling);
    } else if ((fact.ruling ?? null) !== null) this.carryOut(kind, fact);
    if ("seed_hash" in fact && fact.seed_hash !== null) this.seal = fact.seed_hash;
    if (DECISIONS.includes(kind) && (kind !== "result.reported" || typeof fact.correction === "string"))
      this.acts.push({ seq, kind, fact });
    if (step) step(this, fact, seq);
  }

  get outcome() {
    const results = [...this.results.values()];
    const agreed = results.every(({ voices }) => voices.includes(OFFICIAL) || voices.length > 1);
    if (this.decision) return this.decision;
    if (results.some(({ against }) => against.size)) return "contested";
    if (!this.ended) return "unfinished";
    return agreed ? (results.some(({ settled }) => settled) ? "settled" : "confirmed") : "reported";
  }
}

const DECISIONS = ["seats.changed", "seats.left", "level.chosen", "result.reported", "result.settled", "ruling.given",
  "match.forfeited", "match.voided", "match.reopened", "finding.recorded", "moves.withdrawn"];

const REMEDIES = {
  annul: ["moves.annulled", "revision"],
  adjust: ["score.adjusted", "game", "points", "winners"],
  replay: ["game.replayed", "game"],
  forfeit: ["match.forfeited", "seats"],
  void: ["match.voided"],
};

const STEPS = {
  "seats.changed": (match, fact) => {
    demand(Array.isArray(fact.seats));
    const again = fact.seats.length !== match.seats.length || typeof fact.seed_hash === "string";
    match.seats = fact.seats;
    if (again && match.game) match.discard(match.game.place);
  },
  "level.chosen": (match, fact) => {
    demand(["full", "open", "score"].includes(fact.level) && DEALINGS.includes(fact.dealing));
    Object.assign(match, { level: fact.level, dealing: fact.dealing });
    if (match.game) match.discard(match.game.place);
  },
  "game.opened": (match, fact, seq) => {
    demand(match.games.every((game) => game.place !== placeOf(fact)));
    match.game = { place: placeOf(fact), opened: seq, moves: [] };
    match.games.push(match.game);
  },
  "move.played": (match, { seat, move, seconds }, seq) => {
    demand(match.game && Number.isInteger(seat) && seat >= -1 && seat < match.seats.length);
    demand(typeof move === "string" && !move.includes("\n"));
    if (seat === -1 && match.dealing !== "table") match.draws.push([seq, match.seal ?? null]);
    const time = seat < 0 || (seconds ?? null) === null ? "" : ` @${seconds}`;
    match.game.moves.push({ seq, line: `${seat < 0 ? "*" : seat} ${move}${time}` });
  },
  "game.ended": (match, fact) => {
    demand(match.game?.place === placeOf(fact) && !match.results.has(placeOf(fact)));
    match.results.set(placeOf(fact), match.result(fact, [match.dealing !== "table" ? OFFICIAL : SCRIBE]));
  },
  "result.reported": (match, fact) => {
    demand(match.level === "score");
    match.report(fact);
  },
  "result.confirmed": (match, fact) => match.results.forEach((each) => match.agree(each, fact.seat ?? OFFICIAL)),
  "result.contested": (match, fact) => match.contest(fact),
  "result.settled": (match) => match.results.forEach((each) => {
    match.agree(each, OFFICIAL);
    Object.assign(each, { against: new Map(), settled: true });
  }),
  "score.adjusted": (match, fact) => match.adjust(fact),
  "match.forfeited": (match, fact) => match.rule("forfeited", fact),
  "match.voided": (match, fact) => match.rule("void", { reason: fact.reason }),
  "match.reopened": (match) => match.rule(null, {}),
  "match.ended": (match, fact) => {
    const sum = (count) => match.seats.map((_, seat) => [...match.results.values()].reduce((all, each) => all + count(each, seat), 0));
    demand(equal(fact.points, sum((each, seat) => each.points[seat])));
    demand(equal(fact.wins, sum((each, seat) => each.winners.filter((winner) => winner === seat).length)));
    Object.assign(match, { ended: true, summed: match.scores });
  },
  "seed.revealed": (match, fact, seq) => match.revealed.push([seq, fact.seed, match.seal]),
  "moves.annulled": (match, fact) => match.rewind(fact),
  "moves.withdrawn": (match, fact) => match.rewind(fact),
  "game.replayed": (match, fact) => {
    match.drop([placeOf(fact)]);
    match.discard(placeOf(fact));
  },
};

function readMatch(events, members, faults, unchecked) {
  let match = null;
  for (const event of events) {
    try {
      const fact = exact(event.payload, "payload");
      demand(fact !== null && typeof fact === "object" && !Array.isArray(fact));
      const known = members[event.kind];
      const strange = known && event.schema === 1 ? Object.keys(fact).find((name) => !known.includes(name)) : event.kind;
      if (strange !== undefined) {
        unchecked.push(["version", { seq: event.seq, name: strange.slice(0, 80) }]);
        return null;
      }
      demand((event.kind === "match.opened") === (match === null));
      if (match) match.apply(event.kind, fact, event.seq);
      else match = new Match(fact);
    } catch {
      faults.push(new Wrong("payload", {}, event.seq, "payload"));
      return null;
    }
  }
  if (!match.ended) faults.push(new Wrong("endless"));
  else if (match.summed !== match.scores) faults.push(new Wrong("totals"));
  if (match.due.size) faults.push(new Wrong("ruling"));
  return match;
}

// -- the record

const keyLine = (key, value) => (value === "" ? `${key}:\n` : `${key}: ${value}\n`);
const byPlace = ([one], [other]) => {
  const [left, right] = [one.split(".").map(Number), other.split(".").map(Number)];
  return left[0] - right[0] || left[1] - right[1];
};

function stated(result, points) {
  const comment = points ? ` ; ruled: ${points.join(" ")}` : "";
  return keyLine("points", result.points.join(" ")).replace(/\n$/, `${comment}\n`) + keyLine("reason", result.reason);
}

const extras = (result) => Object.entries(result.extra).map(([key, value]) => keyLine(key, value)).join("");

// The parts of the record after its head. Some have two spellings, of which the rules of the game decide.
function recordParts(match) {
  if (match.level === "score")
    return [...match.results].sort(byPlace).map(([place, result]) => {
      const [reported, points] = match.ruled.get(place) ?? [result, null];
      const known = [stated(reported, points) + extras(reported)];
      if (points) known.push(stated(result, null) + extras(result));
      return known.map((text) => `\n== ${place}\n${text}`);
    });
  const played = match.games.filter((game) => game.moves.length).map((game) => [game.place, game]);
  return played.sort(byPlace).map(([place, game]) => {
    const lines = game.moves.map((move) => `${move.line}\n`).join("");
    const [result, points] = match.ruled.get(place) ?? [match.results.get(place), null];
    return [`\n== ${place}\n${lines}${result ? `\n${stated(result, points)}` : ""}`];
  });
}

// Whether the record is the one that the events give. The order of options is that of the game, so any will do.
function isRecord(record, match) {
  const { game, rules, options } = match.opening;
  const head = [["ludex", "1"], ["game", game], ["rules", rules], ["log", match.level], ["seats", String(match.seats.length)]];
  const opening = head.map(([key, value]) => keyLine(key, value)).join("");
  if (!record.startsWith(opening)) return false;
  let rest = record.slice(opening.length);
  const due = Object.entries(options).map(([key, value]) => keyLine(key, String(value)));
  const given = due.map(() => {
    const line = rest.slice(0, rest.indexOf("\n") + 1);
    rest = rest.slice(line.length);
    return line;
  });
  if (!equal([...due].sort(), given.sort())) return false;
  for (const spellings of recordParts(match)) {
    const found = spellings.find((text) => rest.startsWith(text));
    if (found === undefined) return false;
    rest = rest.slice(found.length);
  }
  return rest === "";
}
