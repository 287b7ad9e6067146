import pg from "pg";
import type { Database } from "../tests/support/server";
import { send } from "./load";
import type { Target } from "./servers";

const PASSWORD = "Demo-Passw0rd1";

/** A logged-in user. */
export interface BenchUser {
  token: string;
  /** For pages. */
  cookies: string;
}

export const json = { "content-type": "application/json" };
export const bearer = ({ token }: BenchUser) => ({ authorization: `Bearer ${token}` });

export async function signIn(target: Target, email: string): Promise<BenchUser> {
  const answer = await send(target.url, {
    method: "POST",
    path: "/api/auth/login",
    headers: json,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { accessToken, message } = JSON.parse(answer.body.toString()) as Record<string, string>;
  if (!accessToken) throw new Error(`${email} cannot sign in: ${message}`);
  const cookies = (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]);
  return { token: accessToken, cookies: cookies.join("; ") };
}

/** Sets this type and the demo password for `count` sample investors without a submission. Returns their email addresses. */
export async function setDemoPasswords(
  database: Database,
  count: number,
  investorType: "personal" | "corporate" = "personal",
): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>(
      `UPDATE users SET investor_type = $2::investor_type,
         password_hash = (SELECT password_hash FROM users WHERE email = 'super@seedline.example')
       WHERE id IN (SELECT id FROM users WHERE email LIKE 'person%@bulk.example' AND email_verified_at IS NOT NULL
         AND role = 'investor' AND investor_type = 'personal' AND submitted_at IS NULL AND password_hash IS NULL
         ORDER BY created_at LIMIT $1)
       RETURNING email`,
      [count, investorType],
    );
    if (rows.length < count) throw new Error(`There are only ${rows.length} such people`);
    return rows.map(({ email }) => email);
  } finally {
    await client.end();
  }
}
