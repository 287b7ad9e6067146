import { tokenOf } from "../client";
import { chance, oneOf, type Random } from "../random";
import { pause } from "../world";
import type { Recorder } from "./recorder";

interface Listed {
  _id: string;
  email: string;
  verification: { submissionId: string | null; status: "pending" | "approved" | "rejected" };
}

/** A simulated administrator who decides, sometimes overrules, and rarely deletes users. */
export class Reviewer {
  private base = "";
  private token = "";

  private readonly account: { id: string; email: string };
  private readonly next: Random;
  private readonly recorder: Recorder;

  constructor(account: { id: string; email: string }, next: Random, recorder: Recorder) {
    this.account = account;
    this.next = next;
    this.recorder = recorder;
  }

  /** Logs in; all servers must be running. */
  async begin(base: string): Promise<void> {
    this.base = base;
    this.token = await tokenOf(base, this.account.email);
  }

  async step(): Promise<void> {
    const overrules = chance(this.next, 0.1);
    const status = overrules ? oneOf(this.next, ["approved", "rejected"] as const) : "pending";
    const path = `/api/admin/users?onlySubmitted=true&limit=20&status=${status}&q=person`;
    const { token } = this;
    const { body, status: answer } = await this.recorder.look(this.next, "GET", path, { token });
    // The token has expired. The next step tries again if this login fails, too.
    if (answer === 401) return this.begin(this.base).catch(() => pause(100));
    const listed = (body?.data ?? []) as unknown as Listed[];
    if (listed.length === 0) return pause(100);
    const user = oneOf(this.next, listed);
    return chance(this.next, 0.03) ? this.erase(user) : this.decide(user);
  }

  private async decide({ _id: userId, verification: { submissionId, status } }: Listed): Promise<void> {
    if (!submissionId) return;
    const opposite = { approved: "rejected", rejected: "approved" } as const;
    const decision =
      status === "pending" ? oneOf(this.next, ["approved", "rejected"] as const) : opposite[status];
    const body = {
      status: decision,
      expectedStatus: status,
      submissionId,
      ...(decision === "rejected" ? { rejectionReason: "The utility bill cannot be read." } : {}),
    };
    await this.recorder.call(
      this.next,
      { kind: "decide", admin: this.account.id, userId, submissionId, decision },
      ["PATCH", `/api/admin/users/${userId}/verification-status`, { token: this.token, body }],
    );
  }

  private async erase({ _id: userId, email }: Listed): Promise<void> {
    const { token } = this;
    await this.recorder.call(this.next, { kind: "delete", userId, email }, [
      "DELETE",
      `/api/admin/users/${userId}`,
      { token },
    ]);
  }
}
