// An evening played with the TypeScript client of openapi-generator: `URL PASSWORD` in, the standings as JSON out.
import { AccountsApi, ClubsApi, Configuration, MatchesApi, PlayersApi, ResponseError, TournamentsApi } from "ludex-api";

const [url, password] = Deno.args;
let token = "";
const connection = new Configuration({ basePath: url, accessToken: () => token });
const tournaments = new TournamentsApi(connection);
const matches = new MatchesApi(connection);
const signed = await new AccountsApi(connection).postSignIn({ signInInput: { username: "organiser", password } });
token = signed.token!;
const club = await new ClubsApi(connection).postClubs({ clubInput: { name: "Ладья" } });
const { id: tournamentId } = await tournaments.postTournaments({
  tournamentInput: {
    club: club.id,
    game: "rummikub",
    name: "Осень",
    preset: "evening",
    settings: { capacity: 24, options: { rounds: 1 } },
  },
  idempotencyKey: "evening",
});
for (const name of ["Анна", "Boris", "Clara", "Dan"]) {
  const player = await new PlayersApi(connection).postPlayers({ playerInput: { club: club.id, name } });
  await tournaments.postEntries({ tournamentId, entryInput: { player: player.id } });
}
await tournaments.postStart({ tournamentId });
const { round: number } = await tournaments.postRounds({ tournamentId });
await tournaments.postPublication({ tournamentId, number });
const [table] = (await tournaments.getRound({ tournamentId, number })).tables;
const matchId = table.match!;
for (const game of [1, 2, 3, 4]) {
  const { revision } = await matches.getMatch({ matchId });
  await matches.postResult({ matchId, resultInput: { revision, game, points: [30, -10, -10, -10], reason: "out" } });
}
try {
  await tournaments.postStart({ tournamentId });
  throw new Error("A tournament started twice.");
} catch (refused) {
  if (!(refused instanceof ResponseError)) throw refused;
  const { code } = await refused.response.json();
  if (code !== "tournament.phase") throw new Error(code);
}
await tournaments.postFinish({ tournamentId, finishInput: { abandon: true } });
const standings = await tournaments.getTournamentStandings({ tournamentId });
console.log(JSON.stringify(standings.groups[0].rows.map((row) => [row.entrant, row.score])));
