import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { apiKeyDto, apiKeyInput, apiKeyRotation, newApiKeyDto } from "./schema";

const params = z.object({ id: z.uuid().toLowerCase() });

/** Keys with which programs call the API (product 10.44). */
export const apiKeys = {
  listApiKeys: endpoint("GET", "/api/admin/api-keys", "super", {
    data: z.array(apiKeyDto),
    extra: z.object({ scopes: z.array(z.string()) }),
    fallback: "Could not load the keys",
  }),
  makeApiKey: endpoint("POST", "/api/admin/api-keys", "super", {
    proofMinutes: PROOF_MINUTES,
    body: apiKeyInput,
    status: 201,
    data: newApiKeyDto,
    failures: ["RECENTLY_RESET", "CONFLICT"],
    fallback: "Could not make the key",
  }),
  rotateApiKey: endpoint("POST", "/api/admin/api-keys/{id}/rotate", "super", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: apiKeyRotation,
    data: newApiKeyDto,
    failures: ["RECENTLY_RESET", "CONFLICT"],
    fallback: "Could not rotate the key",
  }),
  revokeApiKey: endpoint("POST", "/api/admin/api-keys/{id}/revoke", "super", {
    params,
    data: apiKeyDto,
    fallback: "Could not revoke the key",
  }),
};
