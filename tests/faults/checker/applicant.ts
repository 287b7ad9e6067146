import { cookiesIn, PASSWORD, type Reply } from "../client";
import { chance, oneOf, type Random } from "../random";
import type { FakeResend } from "../../support/resend";
import { pause, until } from "../world";
import { apply, fields, fileFor, type Kind } from "./application";
import type { Outcome } from "./history";
import { outcomeOf, type Recorder } from "./recorder";

/** The stage of an applicant, as far as the client knows. */
type Stage = "new" | "unproved" | "no role" | "no type" | "filling" | "waiting" | "approved" | "gone";

/**
 * A simulated applicant who registers, fills in the form, receives a decision and returns, one call at a time. Calls without a response are
 * retried.
 */
export class Applicant {
  stage: Stage = "new";
  private id = "";
  private token = "";
  private cookies = "";
  private kind: Kind = "individual";
  private readonly uploads = new Map<string, string>();

  readonly email: string;
  private readonly next: Random;
  private readonly recorder: Recorder;
  private readonly resend: FakeResend;

  constructor(email: string, next: Random, recorder: Recorder, resend: FakeResend) {
    this.email = email;
    this.next = next;
    this.recorder = recorder;
    this.resend = resend;
  }

  /** Performs the next action. No action follows "gone". */
  async step(): Promise<void> {
    switch (this.stage) {
      case "new":
        return this.register();
      case "unproved":
        return this.verify();
      case "no role":
        return this.chooseRole();
      case "no type":
        return this.chooseType();
      case "filling":
        return oneOf(this.next, [
          () => this.saveDraft(),
          () => this.upload(),
          () => this.upload(),
          () => this.refresh(),
          () => this.submit(),
          () => this.submit(),
        ])();
      case "waiting":
        return this.wait();
      case "approved":
        return this.settle();
      case "gone":
        return;
    }
  }

  private async register(): Promise<void> {
    const { email, next } = this;
    const body = { name: "Ada Test", email, phone: "8031234567", password: PASSWORD };
    const { outcome } = await this.recorder.call(next, { kind: "register", email }, [
      "POST",
      "/api/auth/register",
      { body },
    ]);
    if (outcome === "ok") this.stage = "unproved";
    // Rejected after a lost response, or because of load.
    if (outcome === "refused") this.stage = "gone";
  }

  private async verify(): Promise<void> {
    const { email, next } = this;
    const newest = () => this.resend.to(email).findLast(({ subject }) => subject.endsWith(" code"));
    await until(() => newest() !== undefined, `a code for ${email}`, 60_000);
    const code = /^(\d{6})$/m.exec(newest()!.text)?.[1];
    const { outcome, reply } = await this.recorder.call(next, { kind: "verify", email }, [
      "POST",
      "/api/auth/verify-email",
      { body: { email, code } },
    ]);
    if (outcome === "ok") {
      this.stage = "no role";
      this.signedIn(reply);
    } else if (outcome === "refused" && (await this.logIn())) {
      // The call had succeeded, but its response was lost.
      this.stage = "no role";
    }
  }

  private async chooseRole(): Promise<void> {
    const role = chance(this.next, 0.4) ? "startup" : "investor";
    const operation = { kind: "role", email: this.email, role } as const;
    const outcome = await this.call(operation, "PUT", "/api/auth/setRole", { role });
    if (outcome === "ok") this.stage = role === "startup" ? "filling" : "no type";
  }

  private async chooseType(): Promise<void> {
    const type = chance(this.next, 0.4) ? "corporate" : "personal";
    const operation = { kind: "type", email: this.email, type } as const;
    const outcome = await this.call(operation, "PUT", "/api/auth/setInvestorType", { type });
    if (outcome !== "ok") return;
    this.kind = type === "corporate" ? "corporate" : "individual";
    this.stage = "filling";
  }

  private async saveDraft(): Promise<void> {
    const body = { values: { firstName: `Ada ${Math.floor(this.next() * 1e6)}` } };
    const { outcome } = await this.recorder.call(
      this.next,
      { kind: "draft", email: this.email, savedAt: null },
      ["PUT", "/api/verification/draft", { token: this.token, body }],
      ({ body: answer }) => ({ savedAt: String(answer?.data?.["savedAt"]) }),
    );
    await this.afterRefusal(outcome);
  }

  private async upload(): Promise<void> {
    const { email, next, token } = this;
    const field = oneOf(next, fields[this.kind]);
    const form = new FormData();
    form.append("file", ...(await fileFor(field)));
    // Whatever the result, the previous upload can no longer be referenced reliably.
    this.uploads.delete(field);
    const { outcome, reply } = await this.recorder.call(
      next,
      { kind: "upload", email, field, fileId: null },
      ["PUT", `/api/verification/draft/files/${encodeURIComponent(field)}`, { token, form }],
      ({ body }) => ({ fileId: String(body?.data?.["_id"]) }),
    );
    if (outcome === "ok") this.uploads.set(field, String(reply.body?.data?.["_id"]));
    await this.afterRefusal(outcome);
  }

  private async submit(): Promise<void> {
    const { next, email, token, kind, uploads } = this;
    const outcome = await apply(this.recorder, { next, email, token, kind, uploads });
    uploads.clear();
    if (outcome === "ok") this.stage = "waiting";
    else await this.afterRefusal(outcome);
  }

  /** Checks the status; occasionally changes the role while pending. */
  private async wait(): Promise<void> {
    if (chance(this.next, 0.02)) return this.erase();
    if (chance(this.next, 0.2)) return this.refresh();
    await this.look();
    if (this.stage === "waiting") await pause(100);
  }

  /** Approved users browse for a while; each one who leaves is replaced. A decision may still be overruled. */
  private async settle(): Promise<void> {
    if (chance(this.next, 0.1)) return this.erase();
    await this.refresh();
    if (chance(this.next, 0.3)) this.stage = "gone";
    else await this.look();
  }

  private async erase(): Promise<void> {
    const operation = { kind: "delete", email: this.email, userId: this.id } as const;
    const outcome = await this.call(operation, "DELETE", "/api/auth/deleteMe");
    if (outcome === "ok") this.stage = "gone";
  }

  private async refresh(): Promise<void> {
    const { email, next, cookies } = this;
    const { outcome, reply } = await this.recorder.call(next, { kind: "refresh", email }, [
      "POST",
      "/api/auth/refresh",
      { headers: { cookie: cookies } },
    ]);
    if (outcome === "ok") this.signedIn(reply);
    await this.afterRefusal(outcome);
  }

  private async call(
    operation: Parameters<Recorder["call"]>[1],
    method: string,
    path: string,
    body?: object,
  ): Promise<Outcome> {
    const { outcome } = await this.recorder.call(this.next, operation, [
      method,
      path,
      { token: this.token, body },
    ]);
    await this.afterRefusal(outcome);
    return outcome;
  }

  /** After a rejection the stage may be outdated. */
  private async afterRefusal(outcome: Outcome): Promise<void> {
    if (outcome !== "refused") return;
    if (await this.logIn()) await this.look();
    else this.stage = "gone";
  }

  /** Reads the stage from the server. */
  private async look(): Promise<void> {
    const { status, body } = await this.recorder.look(this.next, "GET", "/api/verification/status", {
      token: this.token,
    });
    if (status === 401 && !(await this.logIn())) this.stage = "gone";
    const data = body?.data;
    if (status !== 200 || !data) return;
    const role = String(data["role"]);
    const type = String(data["investorType"]);
    this.kind = type === "corporate" ? "corporate" : "individual";
    if (role === "none") this.stage = "no role";
    else if (role === "investor" && type === "none") this.stage = "no type";
    else if (!data["submittedAt"] || data["status"] === "rejected") this.stage = "filling";
    else this.stage = data["status"] === "approved" ? "approved" : "waiting";
  }

  /** Returns false if the account no longer exists. */
  private async logIn(): Promise<boolean> {
    for (;;) {
      const body = { email: this.email, password: PASSWORD };
      const reply = await this.recorder.look(this.next, "POST", "/api/auth/login", { body });
      const outcome = outcomeOf(reply);
      if (outcome === "ok") this.signedIn(reply);
      if (outcome !== "unknown") return outcome === "ok";
      await pause(100);
    }
  }

  private signedIn(reply: Reply): void {
    this.token = reply.body?.accessToken ?? this.token;
    this.id = reply.body?.user?._id ?? this.id;
    this.cookies = cookiesIn(reply) || this.cookies;
  }
}
