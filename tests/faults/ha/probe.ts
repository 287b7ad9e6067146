import { ask, PASSWORD } from "../client";
import { pause } from "../world";

const EVERY_MS = 200;
/** Access tokens are valid for longer. */
const LOGIN_MS = 300_000;

/** An applicant whose form is saved five times a second, which shows how long nothing can be written. */
export class Probe {
  private readonly url: string;
  private readonly email: string;
  /** The times of acknowledged writes. */
  private readonly acknowledged: number[] = [];
  /** Answers other than 200 and a JSON 503 with Retry-After. */
  readonly malformed = new Map<string, number>();
  failed = 0;
  private isOver = false;

  constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
  }

  async run(): Promise<void> {
    let token = "";
    let loggedInAt = 0;
    const open = new Set<Promise<void>>();
    for (let n = 0; !this.isOver; n += 1) {
      if (Date.now() - loggedInAt > LOGIN_MS) {
        const { body } = await ask(this.url, "POST", "/api/auth/login", {
          body: { email: this.email, password: PASSWORD },
        });
        if (!body?.accessToken) {
          await pause(EVERY_MS);
          continue;
        }
        token = body.accessToken;
        loggedInAt = Date.now();
      }
      const call: Promise<void> = this.write(token, n).finally(() => open.delete(call));
      open.add(call);
      await pause(EVERY_MS);
    }
    await Promise.all(open);
  }

  private async write(token: string, n: number): Promise<void> {
    const { status, body, headers } = await ask(this.url, "PUT", "/api/verification/draft", {
      token,
      body: { values: { firstName: `Ada ${n}` } },
    });
    if (status === 200) return void this.acknowledged.push(Date.now());
    this.failed += 1;
    if (status === 503 && body && headers.has("retry-after")) return;
    const kind = `${status} ${body?.error ?? "no envelope"}${status === 503 ? " without Retry-After" : ""}`;
    this.malformed.set(kind, (this.malformed.get(kind) ?? 0) + 1);
  }

  end(): void {
    this.isOver = true;
  }

  /** Whether a write was acknowledged after a time. */
  hasWrittenSince = (time: number): boolean => (this.acknowledged.at(-1) ?? 0) > time;

  /** The longest time in milliseconds without an acknowledged write, from shortly before `from` until now. */
  longestGap(from: number): number {
    const sorted = [...this.acknowledged].sort((a, b) => a - b);
    const first = sorted.findLastIndex((time) => time <= from);
    const times = [...sorted.slice(Math.max(first, 0)), Date.now()];
    return Math.max(...times.slice(1).map((time, index) => time - times[index]!));
  }
}
