// Clubs, tournaments and matches, as a person who runs an evening thinks of them.
import { Conflict, connect, type Fetch, type FeedEvent, listen, Refused } from "./connection.ts";
import {
  AccountsApi,
  ClubsApi,
  type Configuration,
  MatchesApi,
  PlayersApi,
  type ResultInput,
  type SettingsInput,
  SettingsInputToJSON,
  TournamentsApi,
} from "./core/index.ts";

export * as core from "./core/index.ts";
export { Conflict, type FeedEvent, Refused };

const PAGE = 200;
const LOOKS = 20;
const LOOK_INTERVAL = 250; // milliseconds

export interface Options {
  token?: string;
  fetch?: Fetch;
}

interface Page<Row> {
  next: string | null;
  results: Row[];
}

/** What `Match.result` reports: points by seat, or the racks that they follow from. */
export interface Stated extends Omit<Partial<ResultInput>, "racks" | "revision" | "round" | "game"> {
  racks?: number[];
  place?: { round: number; game: number };
}

/** An installation, and who asks it. Give `connection` to the classes of `core` for every other operation. */
export class Ludex {
  readonly connection: Configuration;

  constructor(url: string, options: Options = {}) {
    this.connection = connect(url, options.token, options.fetch ?? fetch);
  }

  /** Sign in to an account, for 90 days. */
  static async signIn(url: string, username: string, password: string, options: Options = {}): Promise<Ludex> {
    const accounts = new AccountsApi(new Ludex(url, options).connection);
    const { token } = await accounts.postSignIn({ signInInput: { username, password } });
    return new Ludex(url, { ...options, token: token! });
  }

  /** The club with this name or id. */
  async club(name: string): Promise<Club> {
    const clubs = new ClubsApi(this.connection);
    if (isId(name)) return new Club(this, name, (await clubs.getClub({ clubId: name })).name);
    const found = await this.all((cursor) => clubs.getClubs({ pageSize: PAGE, cursor }));
    const { id } = only(name, found.filter((each) => each.name === name));
    return new Club(this, id, name);
  }

  async foundClub(name: string): Promise<Club> {
    const { id } = await new ClubsApi(this.connection).postClubs({ clubInput: { name } });
    return new Club(this, id, name);
  }

  tournament(id: string): Tournament {
    return new Tournament(this, id);
  }

  match(id: string): Match {
    return new Match(this, id);
  }

  /** Everything in a list, page by page. */
  async all<Row>(read: (cursor?: string) => Promise<Page<Row>>): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      rows.push(...page.results);
      cursor = page.next ? new URL(page.next).searchParams.get("cursor") ?? undefined : undefined;
    } while (cursor);
    return rows;
  }
}

export class Club {
  constructor(private readonly ludex: Ludex, readonly id: string, readonly name: string) {}

  /** Add a person without an account. Returns the id. */
  async addPlayer(name: string): Promise<string> {
    const players = new PlayersApi(this.ludex.connection);
    return (await players.postPlayers({ playerInput: { club: this.id, name } })).id;
  }

  /** The tournament with this name or id. */
  async tournament(name: string): Promise<Tournament> {
    if (isId(name)) return this.ludex.tournament(name);
    const api = new TournamentsApi(this.ludex.connection);
    for (let look = 0; look < LOOKS; look++) { // until the list has taken in everything that has happened
      if ((await api.getTournaments({ club: this.id, pageSize: 1 })).current) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));
    }
    const found = await this.ludex.all((cursor) => api.getTournaments({ club: this.id, pageSize: PAGE, cursor }));
    return this.ludex.tournament(only(name, found.filter((each) => each.name === name)).id);
  }

  /** Create a draft from a preset. Settings replace those of the preset. */
  async createTournament(
    name: string,
    { game, preset, settings }: { game: string; preset: string; settings?: SettingsInput },
  ): Promise<Tournament> {
    if (settings) requireKnown(settings, SettingsInputToJSON(settings));
    const tournamentInput = { club: this.id, game, name, preset, settings };
    const { id } = await new TournamentsApi(this.ludex.connection).postTournaments({ tournamentInput });
    return this.ludex.tournament(id);
  }
}

export class Tournament {
  private readonly api: TournamentsApi;

  constructor(private readonly ludex: Ludex, readonly id: string) {
    this.api = new TournamentsApi(ludex.connection);
  }

  detail() {
    return this.api.getTournament({ tournamentId: this.id });
  }

  async openRegistration(): Promise<void> {
    await this.api.postRegistration({ tournamentId: this.id });
  }

  /** Enter a player. Returns whether they are on the waiting list. */
  async enter(player: string): Promise<boolean> {
    return (await this.api.postEntries({ tournamentId: this.id, entryInput: { player } })).waiting;
  }

  async start(): Promise<void> {
    await this.api.postStart({ tournamentId: this.id });
  }

  /** Draw the next round and publish it. Returns its number. */
  async draw(): Promise<number> {
    const { round } = await this.api.postRounds({ tournamentId: this.id });
    await this.api.postPublication({ tournamentId: this.id, number: round });
    return round;
  }

  /** The tables of a round, by default of the latest. */
  async tables(number?: number) {
    const round = number ?? (await this.detail()).rounds.at(-1)?.number;
    if (round === undefined) throw new RangeError("No round has been drawn.");
    return (await this.api.getRound({ tournamentId: this.id, number: round })).tables;
  }

  /** The match at a table of a round, by default of the latest. */
  async match(table: number, number?: number): Promise<Match> {
    const { match } = only(`table ${table}`, (await this.tables(number)).filter((each) => each.table === table));
    if (!match) throw new RangeError(`Table ${table} has no match.`);
    return this.ludex.match(match);
  }

  /** Report the next game that is due at a table of the latest round. */
  async result(table: number, stated: Stated): Promise<string> {
    return await (await this.match(table)).result(stated);
  }

  async finish({ abandon = false } = {}): Promise<void> {
    await this.api.postFinish({ tournamentId: this.id, finishInput: { abandon } });
  }

  /** The rows of the standings, best first. */
  async standings(group = 0) {
    return (await this.api.getTournamentStandings({ tournamentId: this.id })).groups[group].rows;
  }

  /** What has happened since a revision, and whatever happens. */
  feed(after = 0): AsyncGenerator<FeedEvent> {
    return listen(this.ludex.connection, `/api/v1/tournaments/${this.id}/feed/`, after);
  }
}

export class Match {
  private readonly api: MatchesApi;

  constructor(private readonly ludex: Ludex, readonly id: string) {
    this.api = new MatchesApi(ludex.connection);
  }

  detail() {
    return this.api.getMatch({ matchId: this.id });
  }

  /** Report a game, by default the next one that is due. Returns the outcome of the match. */
  async result({ racks, place, reason = "out", ...more }: Stated): Promise<string> {
    const { revision, due } = await this.detail();
    const { round, game } = place ?? only("game that is due", due.slice(0, 1));
    const body: ResultInput = { ...more, revision, round, game, reason, racks: racks?.join(" ") };
    return (await this.api.postResult({ matchId: this.id, resultInput: body })).outcome;
  }

  /** What has happened since a revision, and whatever happens. */
  feed(after = 0): AsyncGenerator<FeedEvent> {
    return listen(this.ludex.connection, `/api/v1/matches/${this.id}/feed/`, after);
  }
}

function isId(name: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);
}

/** Refuses members that the core does not know, and would leave out. */
function requireKnown(given: object, sent: object): void {
  const named = (all: object) => Object.entries(all).filter(([, value]) => value !== undefined);
  if (named(sent).length < named(given).length) throw new TypeError(`One of these is unknown: ${Object.keys(given).join(", ")}.`);
}

function only<Row>(name: string, found: Row[]): Row {
  if (found.length !== 1) throw new RangeError(found.length ? `${found.length} are called “${name}”.` : `Nothing is called “${name}”.`);
  return found[0];
}
