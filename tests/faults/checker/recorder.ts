import { ask, type Ask, type Reply } from "../client";
import { oneOf, type Random } from "../random";
import type { Call, Operation, Outcome } from "./history";

/** What came of a call, as far as the caller can know: without an answer, or told to try again, it may have worked or not. */
export function outcomeOf({ status }: Pick<Reply, "status">): Outcome {
  if (status >= 200 && status < 300) return "ok";
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

/** Writes down what everybody asked for and was told. */
export class Recorder {
  readonly history: Call[] = [];
  private marks = 1_000;

  /** @param servers where calls may go just now */
  private readonly servers: () => string[];

  constructor(servers: () => string[]) {
    this.servers = servers;
  }

  /** A number that no other application carries. */
  mark = (): number => (this.marks += 1);

  /** A call of which nothing is promised: a look, or a log-in. */
  look(next: Random, method: string, path: string, given?: Ask): Promise<Reply> {
    return ask(oneOf(next, this.servers()), method, path, given);
  }

  /** A call that is held against what is there afterwards. `learn` adds what only the answer tells. */
  async call(
    next: Random,
    operation: Operation,
    [method, path, given]: [method: string, path: string, given?: Ask],
    learn: (reply: Reply) => Partial<Operation> = () => ({}),
  ): Promise<{ outcome: Outcome; reply: Reply }> {
    const reply = await this.look(next, method, path, given);
    const outcome = outcomeOf(reply);
    const malformed = reply.status !== 0 && reply.body === null;
    const learned = outcome === "ok" ? learn(reply) : {};
    this.history.push({
      ...operation,
      ...learned,
      outcome,
      status: reply.status,
      ...(malformed ? { malformed } : {}),
    } as Call);
    return { outcome, reply };
  }
}
