import type { DraftDto } from "@/lib/onboarding/dto";
import { call, get, person, type SignedIn } from "./api";

export const personalAccount = () => person({ role: "investor", investorType: "personal" });
export const corporateAccount = () => person({ role: "investor", investorType: "corporate" });

export const draftOf = async (user: SignedIn) =>
  (await get("/api/verification/draft", user.token)).body.data as DraftDto | null;

/** Masks a number as the API does: only the last 4 characters are readable. */
export const masked = (number: string) => "•".repeat(number.length - 4) + number.slice(-4);

/** Uploads a document of the draft. */
export async function upload(user: SignedIn, field: string, bytes: Uint8Array, name: string) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return call("PUT", `/api/verification/draft/files/${encodeURIComponent(field)}`, {
    form,
    token: user.token,
  });
}
