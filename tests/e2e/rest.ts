import type { UserDto, UserSummaryDto } from "@/lib/users/dto";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import { freshNumber } from "../support/fresh-number";
import { query } from "./database";
import { DEMO_PASSWORD, PASSWORD, bornOn, freshEmail, mailTo, zenithAccount } from "./support";

/** The documented calls, for preparing the state that a spec needs. */
interface Envelope {
  message?: string;
  accessToken?: string;
  data?: unknown;
}

export async function call(base: string, method: string, path: string, token?: string, body?: unknown) {
  const json = body !== undefined && !(body instanceof FormData);
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
  const answer = (await response.json()) as Envelope;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}

export async function tokenOf(base: string, email: string, password: string): Promise<string> {
  const answer = await call(base, "POST", "/api/auth/login", undefined, { email, password });
  return answer.accessToken!;
}

const admin = (base: string) => tokenOf(base, "admin@seedline.example", DEMO_PASSWORD);

export interface Account {
  email: string;
  token: string;
}

export type Profile = "none" | "investor" | "personal" | "corporate" | "startup";

/** Creates a user who has registered, verified the email address and chosen a profile. The password is PASSWORD. */
export async function account(base: string, profile: Profile = "none"): Promise<Account> {
  const email = freshEmail(profile);
  const person = { name: "Ada Test", email, phone: phoneOf(email), password: PASSWORD };
  await call(base, "POST", "/api/auth/register", undefined, person);
  const code = /^(\d{6})$/m.exec((await mailTo(email, /code/)).text)![1]!;
  const verified = await call(base, "POST", "/api/auth/verify-email", undefined, { email, code });
  const token = verified.accessToken!;
  const put = (path: string, body: unknown) => call(base, "PUT", path, token, body);
  if (profile !== "none")
    await put("/api/auth/setRole", { role: profile === "startup" ? "startup" : "investor" });
  if (profile === "personal" || profile === "corporate")
    await put("/api/auth/setInvestorType", { type: profile });
  return { email, token };
}

const signatory = {
  fullName: "Bo Test",
  position: "Director",
  phoneNumber: "8031234568",
  bvnNumber: "32345678901",
  email: "bo@test.example",
};

/** Valid answers of the corporate form, with two signatories. */
export const companyAnswers = {
  company: {
    name: "Test Company Limited",
    incorporationNumber: "RC123456",
    dateOfIncorporation: "2015-03-14",
    address: "1 Sample Avenue",
    state: "Lagos",
    localGovernment: "Other",
    localGovernmentOther: "Elsewhere",
    phone: "8031234567",
    email: "company@test.example",
  },
  bankDetails: {
    accountName: "Test Company Limited",
    bankName: "Zenith Bank",
    accountNumber: "1234567890",
    bvnNumber: "22345678901",
  },
  signatories: [signatory, { ...signatory, bvnNumber: "42345678901" }],
  referral: { officerName: "Bo Test", contact: "Bo" },
};

/** Valid answers of the individual form. */
export const answers = {
  firstName: "Ada",
  surname: "Test",
  phoneNumber: "8031234567",
  email: "ada@test.example",
  ageBracket: "adult",
  dateOfBirth: "1990-05-17",
  stateOfResidence: "Lagos",
  localGovernment: "Ikeja",
  residentialAddress: "1 Sample Street, Ikeja",
  ninNumber: "12345678901",
  kinFullName: "Bola Test",
  kinRelationship: "Spouse",
  kinPhoneNumber: "8029876543",
  kinEmail: "kin@test.example",
  kinResidentialAddress: "2 Sample Street, Ikeja",
  accountName: "Ada Test",
  bankName: "Zenith Bank",
  accountNumber: "1234567890",
  accountType: "Savings",
  bvnNumber: "22345678901",
};

const numbers = new Map<string, number>();
/** Returns the number of an account, from which its details and documents follow. */
function numberOf(email: string): number {
  const number = numbers.get(email) ?? freshNumber();
  numbers.set(email, number);
  return number;
}
/** Each account has so many pictures that no other one has. */
const PICTURES = 10;

const phoneOf = (email: string) => `80${String(100_000_000 + (numberOf(email) % 100_000_000)).slice(1)}`;

/** Returns identity numbers that are unique to a user, but always end with the same digits. The account number fits the sample's bank. */
export function numbersOf(email: string) {
  const suffix = String(1_000_000 + (numberOf(email) % 1_000_000)).slice(1);
  return { ninNumber: `1${suffix}8901`, bvnNumber: `2${suffix}8901`, accountNumber: zenithAccount(suffix) };
}

/** Returns the contacts and the date of birth of an account. */
function personOf(email: string) {
  return { phoneNumber: phoneOf(email), email, dateOfBirth: bornOn(numberOf(email)) };
}

/** Submits the individual form, answers first. Another `photoNumber`, below PICTURES, makes another photo and bill. */
export async function submitIndividual(
  base: string,
  { token, email }: Account,
  changes: Partial<typeof answers & { checkConsent: string }> = {},
  photoNumber = 0,
  idDocument?: Uint8Array,
): Promise<void> {
  await call(base, "POST", "/api/verification", token, {
    ...answers,
    ...personOf(email),
    ...numbersOf(email),
    ...changes,
  });
  if (photoNumber >= PICTURES) throw new RangeError(`An account has ${PICTURES} pictures`);
  const photo = new Blob([new Uint8Array(await samplePhoto(numberOf(email) * PICTURES + photoNumber))]);
  const form = new FormData();
  form.append(
    "identificationDocument",
    new Blob([new Uint8Array(idDocument ?? (await samplePdf("Identity", email)))]),
    "id.pdf",
  );
  form.append("passportPhoto", photo, "photo.jpg");
  form.append("utilityBill", photo, "bill.jpg");
  await call(base, "POST", "/api/verification/documents", token, form);
}

/** Creates a personal investor who has submitted, with this name of two words in profile, bank account and, with one more, in the form. */
export async function applicantNamed(base: string, name: string): Promise<Account> {
  const user = await account(base, "personal");
  await call(base, "PUT", "/api/auth/updateMe", user.token, { name });
  const [firstName = "", surname = ""] = name.split(" ");
  await submitIndividual(base, user, { firstName, surname: `Test ${surname}`, accountName: name });
  return user;
}

/** Returns the user with that address, as an administrator sees it. */
export async function userOf(base: string, email: string): Promise<UserDto> {
  const token = await admin(base);
  const list = await call(base, "GET", `/api/admin/users?q=${encodeURIComponent(email)}`, token);
  const found = (list.data as UserSummaryDto[]).find((user) => user.email === email);
  if (!found) throw new Error(`no user ${email}`);
  return (await call(base, "GET", `/api/admin/users/${found._id}`, token)).data as UserDto;
}

async function decide(base: string, email: string, decision: object): Promise<void> {
  const { _id } = await userOf(base, email);
  await call(base, "PATCH", `/api/admin/users/${_id}/verification-status`, await admin(base), decision);
}

export const reject = (
  base: string,
  email: string,
  rejectionReason: string,
  expectedStatus: "pending" | "approved" = "pending",
) => decide(base, email, { status: "rejected", rejectionReason, expectedStatus });

export const approve = (base: string, email: string) => decide(base, email, { status: "approved" });

/** Answers of an individual's due diligence form, without findings. */
export const dueDiligenceAnswers = {
  occupation: "Trader",
  sourceOfFunds: "Savings",
  sourceDetails: "Savings from trading.",
  expectedAmount: "500000000",
  pep: "no",
};

/** The same of a company with one owner. */
export const companyDueDiligence = {
  ...dueDiligenceAnswers,
  occupation: undefined,
  ownersTotal: "100",
  owners: [
    {
      kind: "Person",
      name: "Bo Test",
      role: "Director and owner",
      share: "100",
      dateOfBirth: "1980-05-17",
      country: "Nigeria",
    },
  ],
};

/** Sends the due diligence form of an approved customer, which is approved whatever the watchlists of the site are, so that they can invest. */
export async function passDueDiligence(
  base: string,
  { email, token }: Account,
  answers: object = dueDiligenceAnswers,
): Promise<void> {
  const taxId = `90${String(freshNumber()).padStart(8, "0").slice(-8)}`;
  await call(base, "POST", "/api/due-diligence", token, { taxId, ...answers });
  await query(
    `UPDATE due_diligence SET state = 'approved', decided_at = now()
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** Changes a user's role as an administrator. */
export async function changeRole(base: string, email: string, role: "investor" | "startup"): Promise<void> {
  const { _id } = await userOf(base, email);
  await call(base, "PATCH", `/api/admin/users/${_id}/role`, await admin(base), { role });
}

/** Ends all sessions of a user, as a password reset on another device does. */
export async function endSessions(base: string, email: string): Promise<void> {
  await call(base, "POST", "/api/auth/forgot-password", undefined, { email });
  const token = /[?&]token=([\w-]+)/.exec((await mailTo(email, /password/i)).text)![1]!;
  await call(base, "POST", "/api/auth/reset-password", undefined, { token, password: PASSWORD });
}
