import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Duty } from "@/lib/roles";
import type { UserDto } from "@/lib/users/dto";
import { DEMO_PASSWORD, sampleAnswers } from "../../prisma/seed/builders";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import { requireContract } from "./contract";
import { freshNumber } from "./fresh-number";
import { mailsIn, type Mail } from "./outbox";
import { patiently } from "./patiently";
import { build, freshEmail, staffEmail, type PersonSpec } from "./users";
import { stack } from "./stack";

/** An independent HTTP client of the documented calls. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The envelope; every response under /api must have one. */
  body: Envelope;
}

export interface Envelope {
  success: boolean;
  message?: string;
  error?: string;
  errors?: { path: string; message: string }[];
  accessToken?: string;
  user?: UserDto;
  passwordResetToken?: string;
  pagination?: { page: number; limit: number; total: number; pages: number };
  users?: UserDto[];
  // The data differs per call; tests state the expected type.
  data: never;
}

export const urls = (): [string, string] => stack().urls;

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** The index of the called server. */
  server?: 0 | 1;
}

/** Makes a call, and repeats it if a server rejects it under load. */
export const call = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
  patiently(() => callOnce(method, path, options));

async function callOnce(method: string, path: string, options: CallOptions): Promise<Answer> {
  const response = await fetch(urls()[options.server ?? 0] + path, {
    method,
    redirect: "manual",
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(options.form ? { body: options.form } : {}),
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === "string" ? options.body : JSON.stringify(options.body) }),
  });
  const text = await response.text();
  let body: Envelope;
  try {
    body = JSON.parse(text) as Envelope;
  } catch {
    throw new Error(`${method} ${path} answered ${response.status} without JSON: ${text.slice(0, 200)}`);
  }
  requireContract({
    method,
    path,
    body: options.body,
    isMultipart: options.form !== undefined,
    status: response.status,
    answer: body,
  });
  return { status: response.status, headers: response.headers, body };
}

export const get = (path: string, token?: string) => call("GET", path, { token });
export const post = (path: string, body: unknown, token?: string, server: 0 | 1 = 0) =>
  call("POST", path, { body, token, server });
export const put = (path: string, body: unknown, token?: string) => call("PUT", path, { body, token });
export const patch = (path: string, body: unknown, token?: string, server: 0 | 1 = 0) =>
  call("PATCH", path, { body, token, server });
export const del = (path: string, token?: string) => call("DELETE", path, { token });

export { build, freshEmail, freshNumber };

/** Returns random digits without zeros. */
export const randomDigits = (length: number) =>
  Array.from({ length }, () => 1 + Math.floor(Math.random() * 9)).join("");

export const PASSWORD = "a long Enough pass-phrase 7";

/** Returns all recent emails to an address, oldest first. */
export const mailsTo = (address: string, folder = path.join(stack().dataDir, "outbox")): Promise<Mail[]> =>
  mailsIn(folder, address);

/** Polls until `read` returns a value. */
export async function until<T>(
  read: () => Promise<T | null | undefined | false>,
  what: string,
  ms = 60_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await setTimeout(50);
  }
}

/** Waits for the nth email with that subject. */
export const waitForMail = (address: string, subject: RegExp, nth = 1): Promise<Mail> =>
  until(
    async () => (await mailsTo(address)).filter((mail) => subject.test(mail.subject))[nth - 1],
    `${subject}`,
  );

export const codeIn = (mail: Mail): string => /^(\d{6})$/m.exec(mail.text)?.[1] ?? "";
export const tokenIn = (mail: Mail): string => /[?&]token=([\w-]+)/.exec(mail.text)?.[1] ?? "";

export interface SignedIn {
  email: string;
  id: string;
  token: string;
  /** Both cookies as a Cookie header. */
  cookies: string;
}

export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

export async function login(email: string, password = DEMO_PASSWORD, server: 0 | 1 = 0): Promise<SignedIn> {
  const answer = await post("/api/auth/login", { email, password }, undefined, server);
  if (answer.status !== 200) throw new Error(`log-in of ${email}: ${answer.status} ${answer.body.message}`);
  return {
    email,
    id: answer.body.user!._id,
    token: answer.body.accessToken!,
    cookies: cookiesOf(answer.headers),
  };
}

/** Exchanges the refresh token among the cookies. */
export const refresh = (cookies: string, server: 0 | 1 = 0) =>
  call("POST", "/api/auth/refresh", { headers: { cookie: cookies }, server });

/** Logs in through next-auth: CSRF token, then the form. */
export async function nextAuthLogin(fields: Record<string, string>): Promise<Response> {
  const base = urls()[0];
  const csrf = await fetch(`${base}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return fetch(`${base}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookiesOf(csrf.headers) },
    body: new URLSearchParams({ csrfToken, ...fields }),
  });
}

/** Returns a registration body. */
export const registration = (email: string, password = PASSWORD) => ({
  name: "Ada Test",
  email,
  phone: "+234 803-123-4567",
  password,
});

/** Makes n parallel calls. */
export const times = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

/** Registers and verifies the email address with the API. */
export async function signUp(label?: string): Promise<SignedIn> {
  const email = freshEmail(label);
  const registered = await post("/api/auth/register", {
    name: "Ada Test",
    email,
    phone: "8031234567",
    password: PASSWORD,
  });
  if (registered.status !== 201)
    throw new Error(`registration: ${registered.status} ${registered.body.message}`);
  const code = codeIn(await waitForMail(email, /code/));
  const verified = await post("/api/auth/verify-email", { email, code });
  if (verified.status !== 200) throw new Error(`verification: ${verified.status} ${verified.body.message}`);
  return {
    email,
    id: verified.body.user!._id,
    token: verified.body.accessToken!,
    cookies: cookiesOf(verified.headers),
  };
}

/** Creates a user with the seed's builder, who logs in with the API. */
export const person = async (spec?: PersonSpec): Promise<SignedIn> => login((await build(spec)).email);

export const adminSpec = (isSuper = false): PersonSpec => ({
  label: isSuper ? "super" : "admin",
  role: "admin",
  isSuper,
  email: staffEmail("admin"),
});
export const admin = (isSuper = false) => person(adminSpec(isSuper));

/** Creates an administrator with a duty, who logs in. */
export const onDuty = (duty: Duty) => person({ ...adminSpec(), label: duty, duty });

interface SampleFile {
  bytes: Uint8Array;
  name: string;
}

/** Returns valid documents of the individual form, unique to a user; with `mark`, always the same photo. */
export async function documents(
  changes: Record<string, SampleFile | null> = {},
  mark = freshNumber(),
): Promise<FormData> {
  const valid: Record<string, () => Promise<SampleFile>> = {
    identificationDocument: async () => ({
      bytes: await samplePdf("Identity document", String(mark)),
      name: "identity.pdf",
    }),
    passportPhoto: async () => ({ bytes: await samplePhoto(mark), name: "photo.jpg" }),
    utilityBill: async () => ({ bytes: await samplePhoto(mark + 1, "png"), name: "bill.png" }),
  };
  const form = new FormData();
  for (const field of new Set([...Object.keys(valid), ...Object.keys(changes)])) {
    const file = field in changes ? changes[field] : await valid[field]!();
    if (file) form.append(field, new Blob([new Uint8Array(file.bytes)]), file.name);
  }
  return form;
}

export const answers = sampleAnswers;

/** Submits answers, then documents, which can be prepared beforehand. Returns the second response. */
export async function submit(user: SignedIn, n = freshNumber(), form?: FormData): Promise<Answer> {
  const text = await post("/api/verification", answers(n), user.token);
  if (text.status !== 200) throw new Error(`text: ${text.status} ${JSON.stringify(text.body)}`);
  return call("POST", "/api/verification/documents", {
    form: form ?? (await documents()),
    token: user.token,
  });
}

/** Creates a personal investor, created with the API. */
export async function personalInvestor(): Promise<SignedIn> {
  const user = await signUp("investor");
  await put("/api/auth/setRole", { role: "investor" }, user.token);
  await put("/api/auth/setInvestorType", { type: "personal" }, user.token);
  return user;
}
