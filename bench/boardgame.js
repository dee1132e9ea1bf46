// boardgame.io's reducer with the cheapest possible game: one number is counted up, one move a turn.
// Each line read is a pass over that many moves; each line written is the seconds of processor time that it took.
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require("boardgame.io/internal");
const readline = require("readline");

const game = ProcessGameConfig({
  setup: () => ({ count: 0 }),
  moves: { one: ({ G }) => ({ count: G.count + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
});
const reducer = CreateGameReducer({ game });
const start = InitializeGame({ game, numPlayers: 4 });

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const before = process.cpuUsage();
  let state = start;
  for (let done = 0; done < Number(line); done++) {
    if (done % 100 === 0) state = start; // as long as the games of the others
    const action = { type: "MAKE_MOVE", payload: { type: "one", args: [], playerID: state.ctx.currentPlayer } };
    state = reducer(state, action);
  }
  if (state.G.count !== ((Number(line) - 1) % 100) + 1) throw new Error("a move was refused");
  const used = process.cpuUsage(before);
  console.log((used.user + used.system) / 1e6);
});
