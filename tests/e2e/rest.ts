import type { UserDto } from "@/lib/users/dto";
import { DEMO_PASSWORD } from "./support";

/** The documented calls, for what a spec needs to have happened and does not want to click through. */
interface Envelope {
  message?: string;
  accessToken?: string;
  users?: UserDto[];
  data?: unknown;
}

async function call(base: string, method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Envelope;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}

async function admin(base: string): Promise<string> {
  const answer = await call(base, "POST", "/api/auth/login", undefined, {
    email: "admin@seedline.example",
    password: DEMO_PASSWORD,
  });
  return answer.accessToken!;
}

/** The user with that address, as an administrator sees them. */
export async function userOf(base: string, email: string): Promise<UserDto> {
  const token = await admin(base);
  const list = await call(base, "GET", `/api/admin/users?q=${encodeURIComponent(email)}`, token);
  const found = list.users?.find((user) => user.email === email);
  if (!found) throw new Error(`no user ${email}`);
  return (await call(base, "GET", `/api/admin/users/${found._id}`, token)).data as UserDto;
}

export async function reject(base: string, email: string, rejectionReason: string): Promise<void> {
  const { _id } = await userOf(base, email);
  await call(base, "PATCH", `/api/admin/users/${_id}/verification-status`, await admin(base), {
    status: "rejected",
    rejectionReason,
    expectedStatus: "pending",
  });
}
