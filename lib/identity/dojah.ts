import * as z from "zod";
import { ProviderFault, type IdentityAnswer, type IdentityProvider, type IdentityRequest } from "./port";

/** Dojah's lookups (docs.dojah.io, API reference of the KYC service and "Response codes"). All of them are GET requests. */

/** The maximum size of a response. The response for a NIN contains a photo, which is read and dropped. */
const MAX_BYTES = 4 * 1024 * 1024;

const text = z.string().nullish();
const match = z.object({ status: z.boolean() }).nullish();

/** The schemas contain only the fields to compare; zod drops all others. */
const bodies = {
  nin: z.object({
    entity: z.object({
      first_name: z.string(),
      last_name: z.string(),
      middle_name: text,
      date_of_birth: text,
    }),
  }),
  bvn: z.object({
    entity: z.object({
      bvn: z.object({ status: z.boolean() }),
      first_name: match,
      last_name: match,
      date_of_birth: match,
    }),
  }),
  account: z.object({ entity: z.object({ account_name: z.string().min(1) }) }),
  company: z.object({ entity: z.object({ company_name: z.string().min(1), status: text }) }),
} as const;

const found = { found: true, name: null, dateOfBirth: null, status: null } as const;

function pathAndQuery(request: IdentityRequest): [path: string, query: Record<string, string>] {
  switch (request.kind) {
    case "nin":
      return ["nin", { nin: request.number }];
    case "bvn": {
      const { number: bvn, firstName: first_name, surname: last_name, dateOfBirth: dob } = request;
      return ["bvn/full", { bvn, first_name, last_name, ...(dob && { dob }) }];
    }
    case "account":
      return ["nuban", { account_number: request.number, bank_code: request.bankCode }];
    case "company":
      return ["cac/basic", { rc_number: request.number, company_type: request.type }];
  }
}

/** Parses the body of a response. Throws a ZodError if it deviates from Dojah's documentation. */
function readEntity(kind: IdentityRequest["kind"], body: unknown): IdentityAnswer {
  switch (kind) {
    case "nin": {
      const { entity } = bodies.nin.parse(body);
      const name = [entity.first_name, entity.middle_name, entity.last_name].filter(Boolean).join(" ");
      return { ...found, name, dateOfBirth: isoDate(entity.date_of_birth) };
    }
    case "bvn": {
      const { entity } = bodies.bvn.parse(body);
      if (!entity.bvn.status) return { found: false };
      // A matching first name alone does not count as a match of the name.
      const names = [entity.first_name?.status, entity.last_name?.status];
      return {
        ...found,
        name: names.includes(false) ? false : names.includes(undefined) ? null : true,
        dateOfBirth: entity.date_of_birth?.status ?? null,
      };
    }
    case "account":
      return { ...found, name: bodies.account.parse(body).entity.account_name };
    case "company": {
      const { entity } = bodies.company.parse(body);
      return { ...found, name: entity.company_name, status: entity.status ?? null };
    }
  }
}

/** Converts `1993-05-06` or `06-05-1993` to `1993-05-06`; null for any other text, which is then not compared. */
function isoDate(value: string | null | undefined): string | null {
  if (/^\d{4}-\d{2}-\d{2}/.test(value ?? "")) return value!.slice(0, 10);
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(value ?? "") ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** Returns the JSON of a response of limited size; undefined if it is not JSON. Throws a temporary fault if it is too large. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderFault("temporary", "the answer is too large");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}

const errorBody = z.object({ error: z.string() });

/**
 * Converts a status other than 200 to an answer, or throws a ProviderFault. A 404 is an answer if Dojah itself sent it; other servers
 * respond without `error`.
 */
function readFailure(status: number, body: unknown): IdentityAnswer {
  if (status === 404 && errorBody.safeParse(body).success) return { found: false };
  if (status === 400) throw new ProviderFault("rejected", "400");
  if ([408, 424, 429].includes(status) || status >= 500) throw new ProviderFault("temporary", String(status));
  // The fault is the key for 401 and 403, the balance for 402, and the URL for 404, 405 and redirects.
  throw new ProviderFault("configuration", String(status));
}

export const dojah = ({ url, appId, secretKey }: { url: string; appId: string; secretKey: string }) =>
  ({
    async check(request, signal) {
      const [path, query] = pathAndQuery(request);
      const address = `${url.replace(/\/+$/, "")}/api/v1/kyc/${path}?${new URLSearchParams(query).toString()}`;
      const response = await fetch(address, {
        // Dojah's authorization header contains the key without "Bearer".
        headers: { AppId: appId, Authorization: secretKey, accept: "application/json" },
        // A redirect would send the number and the key to another server.
        redirect: "manual",
        cache: "no-store",
        signal,
      });
      const body = await readJson(response);
      if (response.status !== 200) return readFailure(response.status, body);
      try {
        return readEntity(request.kind, body);
      } catch {
        throw new ProviderFault("temporary", "the answer is not as documented");
      }
    },
  }) satisfies IdentityProvider;
