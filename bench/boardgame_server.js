// A boardgame.io server with its in-memory store, and clients that each play a match of their own on it.
//   node boardgame_server.js serve            writes its port, then serves until it is ended
//   node boardgame_server.js play PORT        each line read, "clients moves", is a pass: one line of milliseconds per move
const mode = process.argv[2];
const game = {
  name: "counting",
  setup: () => ({ count: 0 }),
  moves: { one: { move: ({ G }) => ({ count: G.count + 1 }), client: false } }, // the server's word counts
  turn: { minMoves: 1, maxMoves: 1 },
};

async function serve() {
  const { Server } = require("boardgame.io/server");
  console.error = console.log = console.info = () => {};
  const server = Server({ games: [game], origins: ["http://127.0.0.1"] });
  const running = await server.run(0);
  process.stdout.write(`${running.appServer.address().port}\n`);
}

async function client(port, number) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const matchID = `${process.pid}-${number}`; // made by the server for whoever asks first
  const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
  const own = Client({ game, multiplayer, matchID, numPlayers: 1, playerID: "0", debug: false });
  let answered = () => {};
  own.subscribe(() => answered());
  own.start();
  while (!own.getState()) await new Promise((resolve) => setTimeout(resolve, 10));
  return async (moves) => {
    const times = [];
    for (let done = 0; done < moves; done++) {
      const before = own.getState().G.count;
      const started = performance.now();
      await new Promise((resolve) => {
        answered = () => own.getState().G.count > before && resolve();
        own.moves.one();
      });
      times.push(performance.now() - started);
    }
    return times;
  };
}

async function play() {
  const clients = [];
  const lines = require("readline").createInterface({ input: process.stdin });
  for await (const line of lines) {
    const [number, moves] = line.split(" ").map(Number);
    while (clients.length < number) clients.push(await client(process.argv[3], clients.length));
    const times = await Promise.all(clients.slice(0, number).map((one) => one(moves)));
    process.stdout.write(`${times.flat().map((time) => time.toFixed(3)).join(" ")}\n`);
  }
  process.exit(0);
}

(mode === "serve" ? serve : play)();
