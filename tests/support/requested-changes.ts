import { db } from "@/lib/db/client";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  get,
  personalInvestor,
  post,
  put,
  type SignedIn,
} from "./api";
import { reviewOf } from "./review";

/** Decisions on parts, and the changes that an applicant may then make (product 10.16). */
export const currentOf = async (user: SignedIn) =>
  (await db.user.findUniqueOrThrow({ where: { id: user.id } })).currentSubmissionId!;

export const review = async (user: SignedIn, reviewer: SignedIn, body: object) =>
  put(`/api/admin/users/${user.id}/parts`, { submissionId: await currentOf(user), ...body }, reviewer.token);

export const flag = (user: SignedIn, reviewer: SignedIn, part: string, reason = "blurred", note?: string) =>
  review(user, reviewer, { part, verdict: "flagged", reason, note });

export const requestChanges = async (user: SignedIn, reviewer: SignedIn, submissionId?: string) =>
  post(
    `/api/admin/users/${user.id}/request-changes`,
    { submissionId: submissionId ?? (await currentOf(user)) },
    reviewer.token,
  );

export const asked = async (user: SignedIn) =>
  (await get("/api/verification/requested-changes", user.token)).body.data as RequestedChangeDto[];

export const partsOf = async (user: SignedIn, reviewer: SignedIn) => (await reviewOf(user, reviewer)).parts!;

export const sendText = (user: SignedIn, body: object) => post("/api/verification", body, user.token);

export const sendFiles = (user: SignedIn, form: FormData) =>
  call("POST", "/api/verification/documents", { form, token: user.token });

/** Returns the documents of the current submission by id, with changes. */
export async function sameDocuments(
  user: SignedIn,
  changes: Record<string, Uint8Array> = {},
): Promise<FormData> {
  const rows = await db.document.findMany({ where: { submissionId: await currentOf(user) } });
  const idOf = (name: string) => rows.find((row) => row.name === name)!.fileId;
  const form = new FormData();
  for (const [field, name] of [
    ["identificationDocument", "idDocument"],
    ["passportPhoto", "passportPhoto"],
    ["utilityBill", "utilityBill"],
  ] as const)
    // oxfmt-ignore
    if (changes[field]) form.append(field, new Blob([new Uint8Array(changes[field])]), "new.jpg");
    else form.append(field, idOf(name));
  return form;
}

/** Creates a personal investor with a pending submission of these answers. */
export async function applicant() {
  const [user, reviewer] = await Promise.all([personalInvestor(), admin()]);
  const n = freshNumber();
  await sendText(user, answers(n));
  const sent = await sendFiles(user, await documents({}, n));
  if (sent.status !== 200) throw new Error(`submission: ${sent.status}`);
  return { user, reviewer, own: answers(n), n };
}

/** Flags parts of a submission, and returns it to the applicant for changes. */
export async function returned<A extends { user: SignedIn; reviewer: SignedIn }>(
  to: A,
  ...parts: string[]
): Promise<A> {
  for (const part of parts) await flag(to.user, to.reviewer, part, "other", "Look again");
  await requestChanges(to.user, to.reviewer);
  return to;
}
