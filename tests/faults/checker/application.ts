import { sampleAnswers, sampleCompany } from "../../../prisma/seed/answers";
import { samplePdf, samplePhoto } from "../../../prisma/seed/files";
import { PASSWORD } from "../client";
import type { Random } from "../random";
import { pause } from "../world";
import type { Operation, Outcome } from "./history";
import { outcomeOf, type Recorder } from "./recorder";

/** The documents of each form, by part name. */
export const fields = {
  individual: ["identificationDocument", "passportPhoto", "utilityBill"],
  corporate: ["certificateOfIncorporation", "utilityBill", "signatories[0][idDocument]"],
} as const;
export type Kind = keyof typeof fields;

const path = { individual: "/api/verification", corporate: "/api/verification/corporate" };
const samples: Promise<[Blob, Blob]> = Promise.all([
  samplePdf("Document"),
  samplePhoto(200, "jpeg", 120),
]).then(([pdf, photo]) => [new Blob([new Uint8Array(pdf)]), new Blob([new Uint8Array(photo)])]);

/** Returns a valid file for a part, and its name. */
export async function fileFor(field: string): Promise<[Blob, string]> {
  const [pdf, photo] = await samples;
  return field === "passportPhoto" ? [photo, "photo.jpg"] : [pdf, "document.pdf"];
}

interface Applying {
  next: Random;
  email: string;
  token: string;
  kind: Kind;
  /** Earlier uploads by part name; the submission refers to them. */
  uploads?: Map<string, string>;
}

/** Submits answers and then documents. Returns the outcome of the last call reached. */
export async function apply(
  recorder: Recorder,
  { next, email, token, kind, uploads = new Map() }: Applying,
): Promise<Outcome> {
  const mark = recorder.mark();
  const body = kind === "corporate" ? sampleCompany(mark, 1) : sampleAnswers(mark);
  const text = await recorder.call(next, { kind: "text", email, mark }, [
    "POST",
    path[kind],
    { token, body },
  ]);
  if (text.outcome !== "ok") return text.outcome;

  const form = new FormData();
  const draft = text.reply.body?.data?.["submissionId"];
  if (typeof draft === "string") form.append("submissionId", draft);
  for (const field of fields[kind]) {
    const named = uploads.get(field);
    if (named) form.append(field, named);
    else form.append(field, ...(await fileFor(field)));
  }
  const operation: Operation = {
    kind: "submit",
    email,
    mark,
    documents: fields[kind].length,
    uploads: [...uploads.values()],
  };
  return (await recorder.call(next, operation, ["POST", `${path[kind]}/documents`, { token, form }])).outcome;
}

/** Logs in and submits until the submission is acknowledged. */
export async function submitUntilAcknowledged(
  recorder: Recorder,
  { next, email, kind }: Pick<Applying, "next" | "email" | "kind">,
): Promise<void> {
  for (let token = ""; ;) {
    if (!token) {
      const reply = await recorder.look(next, "POST", "/api/auth/login", {
        body: { email, password: PASSWORD },
      });
      token = reply.body?.accessToken ?? "";
      if (!token) await pause(100);
      continue;
    }
    if ((await apply(recorder, { next, email, token, kind })) === "ok") return;
    const status = await recorder.look(next, "GET", "/api/verification/status", { token });
    if (outcomeOf(status) === "ok" && status.body?.data?.["submittedAt"]) return;
    await pause(100);
  }
}
