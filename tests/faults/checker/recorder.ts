import { ask, type Ask, type Reply } from "../client";
import { oneOf, type Random } from "../random";
import type { Call, Operation, Outcome } from "./history";

/** Returns the outcome of a call as far as the client can know: without a response or after 503 it may have succeeded. */
export function outcomeOf({ status }: Pick<Reply, "status">): Outcome {
  if (status >= 200 && status < 300) return "ok";
  return status >= 400 && status < 500 ? "refused" : "unknown";
}

/** Records all calls and outcomes. */
export class Recorder {
  readonly history: Call[] = [];
  private marks = 1_000;

  private readonly servers: () => string[];

  constructor(servers: () => string[]) {
    this.servers = servers;
  }

  /** Returns a number that is unique to a submission. */
  mark = (): number => (this.marks += 1);

  private readonly waiting = new Set<(path: string) => void>();

  /** Resolves when a change whose path contains `part` is sent. */
  nextCall = (part: string): Promise<void> =>
    new Promise((resolve) => {
      const see = (path: string) => {
        if (!path.includes(part)) return;
        this.waiting.delete(see);
        resolve();
      };
      this.waiting.add(see);
    });

  /** Makes a call that is not checked, such as a read or a login. */
  look(next: Random, method: string, path: string, options?: Ask): Promise<Reply> {
    if (method !== "GET") for (const see of [...this.waiting]) see(path);
    return ask(oneOf(next, this.servers()), method, path, options);
  }

  /** Makes a call that the checker compares with the final state. `learn` adds facts from its response. */
  async call(
    next: Random,
    operation: Operation,
    [method, path, options]: [method: string, path: string, given?: Ask],
    learn: (reply: Reply) => Partial<Operation> = () => ({}),
  ): Promise<{ outcome: Outcome; reply: Reply }> {
    const reply = await this.look(next, method, path, options);
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
