// The connection: writes are repeated with the same key, refusals are raised, and feeds go on after a break.
import { Configuration } from "./core/index.ts";

const TRIES = 5;
const PAUSE = 500; // milliseconds before the first repetition; each further pause is twice as long
const SILENCE = 60_000; // milliseconds: a feed says something every fifteen seconds
const BUSY = [429, 502, 503, 504];

export type Fetch = typeof fetch;

export interface Problem {
  code?: string;
  detail?: string;
  params?: Record<string, unknown>;
  [more: string]: unknown;
}

/** The service refused a request. `code` is stable, `params` name the culprit, the message is for people. */
export class Refused extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;

  constructor(readonly status: number, readonly problem: Problem) {
    super(problem.detail ?? `The service answered ${status}.`);
    this.code = problem.code ?? "";
    this.params = problem.params ?? {};
  }
}

/** Somebody was faster. Read again, then decide again. */
export class Conflict extends Refused {}

/** An event of a feed. */
export interface FeedEvent {
  kind: string;
  revision?: number;
  [more: string]: unknown;
}

export function connect(url: string, token: string | undefined, send: Fetch): Configuration {
  return new Configuration({
    basePath: url.replace(/\/$/, ""),
    accessToken: token,
    fetchApi: repeating(send),
    middleware: [{ post: ({ response }) => refuse(response) }],
  });
}

/** Sends a request again if nobody answered or the service is busy. Each write has a key, so it is done once. */
function repeating(send: Fetch): Fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (!["GET", "HEAD"].includes(init.method ?? "GET") && !headers.has("Idempotency-Key")) {
      headers.set("Idempotency-Key", crypto.randomUUID());
    }
    for (let number = 0; number < TRIES - 1; number++) {
      let pause = PAUSE * 2 ** number;
      try {
        const answer = await send(input, { ...init, headers });
        if (!BUSY.includes(answer.status)) return answer;
        const asked = Number(answer.headers.get("Retry-After"));
        if (asked > 0) pause = Math.min(asked, 60) * 1000;
        await answer.body?.cancel();
      } catch (fault) {
        if (init.signal?.aborted || !(fault instanceof TypeError)) throw fault;
      }
      await wait(pause);
    }
    return await send(input, { ...init, headers });
  };
}

async function refuse(answer: Response): Promise<Response> {
  if (answer.status < 400) return answer;
  const problem: Problem = await answer.json().catch(() => ({}));
  const moved = [409, 412].includes(answer.status) && problem.code === "stream_moved_on";
  throw new (moved ? Conflict : Refused)(answer.status, problem);
}

/** The events of a feed: what has happened since revision `after`, and what happens. It never ends by itself. */
export async function* listen(connection: Configuration, path: string, after: number): AsyncGenerator<FeedEvent> {
  const token = await connection.accessToken?.();
  for (let pause = PAUSE;; pause = Math.min(2 * pause, 30_000)) {
    const headers = new Headers({ Accept: "text/event-stream" });
    if (token) headers.set("Authorization", `Bearer ${token}`);
    if (after) headers.set("Last-Event-ID", String(after));
    const stop = new AbortController();
    try {
      const answer = await connection.fetchApi!(connection.basePath + path, { headers, signal: stop.signal });
      for await (const event of events((await refuse(answer)).body!, stop)) {
        after = event.revision ?? after;
        pause = PAUSE;
        yield event;
      }
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
    } finally {
      stop.abort();
    }
    await wait(pause);
  }
}

/** The data of server-sent events, each of which is JSON in one line. Silence stops them. */
async function* events(body: ReadableStream<Uint8Array>, stop: AbortController): AsyncGenerator<FeedEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  while (true) {
    const timer = setTimeout(() => stop.abort(), SILENCE);
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith("data:")) yield JSON.parse(line.slice("data:".length));
    }
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
