// An evening played with the published TypeScript client, whose answers get lost: `URL PASSWORD` in, what it saw out.
import { Ludex, Refused } from "@ludex/client";

const [url, password] = Deno.args;
let writes = 0;

/** Loses the answer to every third write. */
const lossy: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (init?.method !== "POST" || ++writes % 3 !== 0) return answer;
  await answer.body?.cancel();
  throw new TypeError("The answer was lost.");
};

const ludex = await Ludex.signIn(url, "organiser", password, { fetch: lossy });
const club = await ludex.club("Клуб «Ладья»");
const evening = await club.tournament("Осень");
await evening.openRegistration();
for (const name of ["Анна", "Boris", "Clara", "Dan"]) await evening.enter(await club.addPlayer(name));
await evening.start();
const round = await evening.draw();
const outcomes: string[] = [];
for (let game = 0; game < 3; game++) outcomes.push(await evening.result(1, { racks: [0, 12, 7, 31] }));
outcomes.push(await evening.result(1, { points: [30, -10, -10, -10] }));
try {
  await evening.start();
} catch (refused) {
  if (!(refused instanceof Refused)) throw refused;
  outcomes.push(refused.code);
}
const kinds: string[] = [];
for await (const event of new Ludex(url).tournament(evening.id).feed()) {
  kinds.push(event.kind);
  if (event.kind === "round.published") await evening.finish({ abandon: true });
  if (event.kind === "tournament.finished") break;
}
const other = await ludex.foundClub("Другой");
await other.createTournament("Зима", { game: "rummikub", preset: "swiss", settings: { capacity: 24 } });
const scores = (await evening.standings()).map((row) => row.score);
const entered = kinds.filter((kind) => kind === "entrant.entered").length;
console.log(JSON.stringify({ round, outcomes, entered, scores }));
Deno.exit();
