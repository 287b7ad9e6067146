import type { ApiKeyInput, NewApiKeyDto } from "@/lib/api-keys/schema";
import { keyScopes } from "@/lib/contract/key-scopes";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { call, type SignedIn } from "./api";

/** A request for a key with all scopes, unless others are given. */
export const keyInput = (ownerId: string, input: Partial<ApiKeyInput> = {}): ApiKeyInput => ({
  name: "Data warehouse",
  purpose: "Reads lists every night",
  ownerId,
  scopes: keyScopes(),
  expiresOn: dayAt(dayNumber(lagosDay()) + 30),
  networks: [],
  ...input,
});

/** Makes a key as a super administrator, for themselves unless another owner is given. */
export async function makeKey(by: SignedIn, input: Partial<ApiKeyInput> = {}): Promise<NewApiKeyDto> {
  const { status, body } = await call("POST", "/api/admin/api-keys", {
    token: by.token,
    body: keyInput(by.id, input),
  });
  if (status !== 201) throw new Error(`No key was made: ${body.message}`);
  return body.data;
}
