import { get, set } from "react-hook-form";
import { isStored, type StoredDocument } from "@/components/forms/documents";
import { corporateForm } from "@/components/onboarding/corporate-values";
import { individualForm } from "@/components/onboarding/individual-values";
import type { FormDocument, WizardForm } from "@/components/onboarding/wizard-form";
import { createSession, toAccessSubject } from "@/lib/auth/sessions";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findReusable, storeFile, type StoredFile } from "@/lib/files/files";
import type { Field } from "@/lib/forms/definition";
import { localGovernmentAfterStateChange } from "@/lib/forms/values";
import { getDraft } from "@/lib/onboarding/drafts/draft";
import { unmaskNumbers } from "@/lib/onboarding/drafts/masked-numbers";
import { BILL_REUSE_DAYS, documentSlots, type DocumentSlot } from "@/lib/onboarding/forms/document-rules";
import { findField, formPathsIn, isLockedPath } from "@/lib/onboarding/forms/path-rules";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import { corporateSchema, individualSchema } from "@/lib/onboarding/forms/schema";
import { saveAnswers, submitDocuments } from "@/lib/onboarding/submission/commands";
import { listRequestedChanges } from "@/lib/onboarding/submission/requested-changes";
import { corporateRows, individualRows } from "@/lib/onboarding/submission/rows";
import { localGovernmentsOf, OTHER, states } from "@/lib/reference";
import { banks } from "@/lib/reference/institutions";
import { checkAccess } from "@/lib/routes/policy";
import { requiredForm, type RequiredForm } from "@/lib/submission-rules";
import type { UserDto } from "@/lib/users/dto";
import { getCurrentUser } from "@/lib/users/queries";
import type { Viewer } from "@/lib/viewer";
import { sampleAnswers, sampleCompany } from "../../prisma/seed/answers";
import { samplePdfFile } from "../../prisma/seed/builders";
import { born } from "./guardians";

/** An applicant's form as the browser presents it: prefilled, with locked fields, and submitted with the server's commands. */

/** Thrown if neither applicant nor reviewer can act. */
export class DeadEnd extends Error {}

/** The random numbers of one sequence, derived from its seed. */
export type Random = (below: number) => number;

export async function viewerOf(userId: string): Promise<Viewer> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const { id: sessionId } = await createSession(db, userId, "");
  return { sessionId, userId, provedAt: new Date(), ...toAccessSubject(user) };
}

interface Offered {
  viewer: Viewer;
  user: UserDto;
  form: RequiredForm;
  wizard: WizardForm<Values>;
  changes: RequestedChangeDto[];
  values: Values;
}
type Values = Record<string, unknown>;

/** Returns the form currently presented to a user, with its initial values. */
export async function offeredForm(userId: string): Promise<Offered> {
  const [viewer, user] = [await viewerOf(userId), await getCurrentUser(userId)];
  const form = requiredForm(user);
  if (!form) throw new DeadEnd(`no form for ${user.role} ${user.investorType}`);
  if (!checkAccess(viewer, form.path).allow) throw new DeadEnd(`${form.path} may not be opened`);
  const wizard = (form.kind === "corporate"
    ? corporateForm
    : individualForm(form.variant)) as unknown as WizardForm<Values>;
  const base = wizard.initialValues(user);
  const draft = await getDraft(viewer);
  const values = structuredClone(draft ? wizard.fromDraft(draft, base) : base);
  return { viewer, user, form, wizard, changes: await listRequestedChanges(userId), values };
}

/** Returns a value that satisfies the rules of a field; every other applicant is under 18. */
function sampleAt(path: string, n: number): string {
  const company = sampleCompany(n);
  const sample = n % 2 ? sampleAnswers(n) : sampleAnswers(n, { dateOfBirth: born(15), ageBracket: "minor" });
  const from: object = path.includes(".") ? company : sample;
  return String(get(from, path.replace(/signatories\.\d+/, "signatories.0")) ?? "Something else");
}

/** Returns the path of the group around a field, with a dot. */
const prefixOf = (path: string): string => path.slice(0, path.lastIndexOf(".") + 1);

/** Chooses another value, as the field's control does. Dependent fields are cleared or changed in the same way. */
function change(values: Values, path: string, field: Field, random: Random): void {
  const before = String(get(values, path) ?? "");
  const pick = (options: readonly string[]): string => {
    const others = options.filter((option) => option !== before);
    return others[random(others.length)]!;
  };
  const prefix = prefixOf(path);
  switch (field.input.kind) {
    case "select":
      return void set(values, path, pick(field.input.options));
    case "radio":
      return void set(values, path, pick(field.input.options.map(({ value }) => value)));
    case "bank":
      return void set(values, path, pick(banks.map(({ name }) => name)));
    case "state": {
      const state = pick(states);
      set(values, path, state);
      const area = `${prefix}localGovernment`;
      return void set(values, area, localGovernmentAfterStateChange(state, String(get(values, area) ?? "")));
    }
    case "localGovernment":
      return void set(
        values,
        path,
        pick([...localGovernmentsOf(String(get(values, prefix + field.input.state))), OTHER]),
      );
    case "digits":
      return void set(values, path, String(random(10 ** 9)).padStart(field.input.length, "1"));
    case "fixed":
      return;
    case "text":
    case "textarea":
      return void set(values, path, `${before.slice(0, 40)} ${random(10 ** 6)}`);
    default:
      return void set(values, path, sampleAt(path, random(10 ** 6)));
  }
}

const isDocument = (path: string, form: RequiredForm) =>
  !("input" in (findField(form.kind, path)?.definition ?? { input: null }));

/** Makes the requested changes. */
async function applyRequests({ form, changes, values, viewer }: Offered, random: Random): Promise<void> {
  for (const { part, label } of changes) {
    const paths = formPathsIn(form.kind, part).filter((path) => {
      const field = findField(form.kind, path);
      if (field?.step === undefined) return false;
      return "input" in field.definition
        ? !field.definition.otherOf && (!field.definition.only || field.definition.only === form.variant)
        : true;
    });
    if (paths.length === 0) throw new DeadEnd(`"${label}" is not on the form`);
    const path = paths[random(paths.length)]!;
    if (isDocument(path, form)) set(values, path, await newDocument(viewer.userId, path));
    else change(values, path, findField(form.kind, path)!.definition as Field, random);
  }
}

async function newDocument(userId: string, path: string): Promise<StoredDocument> {
  const isPicture = /passportPhoto|Logo/.test(path);
  const file = await samplePdfFile(path, `${Math.random()}`);
  const content = isPicture ? { ...file, contentType: "image/jpeg" } : file;
  const { id } = await storeFile(userId, isPicture ? "new.jpg" : "new.pdf", content);
  return { id, path, name: "new", size: null, contentType: null, former: false };
}

/** Fills in a missing or rejected field. It must be on the form and unlocked. */
async function correct({ form, changes, values, viewer }: Offered, path: string, why: string, n: number) {
  const field = findField(form.kind, path);
  if (!field || field.step === undefined) throw new DeadEnd(`${path} is not on the form: ${why}`);
  if (isLockedPath(form.kind, changes, path)) throw new DeadEnd(`${path} may not be changed: ${why}`);
  if (isDocument(path, form)) return void set(values, path, await newDocument(viewer.userId, path));
  const { input } = field.definition as Field;
  if (input.kind === "localGovernment") {
    const [area = OTHER] = localGovernmentsOf(String(get(values, prefixOf(path) + input.state) ?? ""));
    return void set(values, path, area);
  }
  set(values, path, sampleAt(path, n));
}

const ATTEMPTS = 4;

/** Stores the answers of the form as presented, and corrects rejected fields where the form allows it. Returns the draft's id. */
export async function sendAnswers(offered: Offered, n: number): Promise<string> {
  const { viewer, form, wizard, values } = offered;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const issues = wizard.schema.safeParse(values).error?.issues ?? [];
    for (const { path, message } of issues) await correct(offered, path.join("."), message, n);
    if (issues.length > 0) continue;
    const refused = await store(viewer, form, wizard.answersOf(values));
    if (typeof refused === "string") return refused;
    for (const { path, message } of refused) await correct(offered, path, message, n);
  }
  throw new DeadEnd("the form stays refused");
}

async function store(viewer: Viewer, form: RequiredForm, body: object) {
  const known = await unmaskNumbers(viewer, body);
  const parsed =
    form.kind === "corporate"
      ? corporateSchema.safeParse(known)
      : individualSchema[form.variant].safeParse(known);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const answers = parsed.data;
  try {
    return await saveAnswers(viewer, form.kind, (id) =>
      "company" in answers ? corporateRows(id, answers) : individualRows(id, answers),
    );
  } catch (error) {
    if (error instanceof AppError && error.details.errors) return error.details.errors;
    throw error;
  }
}

/** Returns the stored documents of the form by part name; uploads again those that the server no longer has. */
async function sendableDocuments(offered: Offered): Promise<Map<string, StoredFile>> {
  const { viewer, form, wizard, values } = offered;
  const slots = documentSlots(form.kind);
  const files = new Map<string, StoredFile>();
  const slotOf = ({ field }: FormDocument): DocumentSlot => slots.find(({ path }) => path === field)!;
  for (const document of wizard.documentsOf(values)) {
    const { field, rule, path } = slotOf(document);
    if (!isStored(document.value)) continue;
    if (!document.value.former) {
      files.set(field, { id: document.value.id });
      continue;
    }
    const since = new Date(path === "utilityBill" ? Date.now() - BILL_REUSE_DAYS * 86_400_000 : 0);
    const file = await findReusable(viewer.userId, document.value.id, rule.types, since);
    if (!file) await correct(offered, path, "the document is not there any more", 0);
    files.set(field, file ?? { id: (get(values, path) as StoredDocument).id });
  }
  return files;
}

/** Checks that the applicant's next step works: the answers are accepted, and each document exists or can be uploaded. */
export async function tryForm(userId: string, n: number, random: Random): Promise<void> {
  const offered = await offeredForm(userId);
  await applyRequests(offered, random);
  await sendAnswers(offered, n);
  await sendableDocuments(offered);
}

/** Submits the form as presented, with the requested changes. */
export async function submitOffered(userId: string, n: number, random: Random): Promise<void> {
  const offered = await offeredForm(userId);
  await applyRequests(offered, random);
  const draftId = await sendAnswers(offered, n);
  try {
    await submitDocuments(offered.viewer, offered.form.kind, await sendableDocuments(offered), draftId);
  } catch (error) {
    if (error instanceof AppError)
      throw new DeadEnd(`documents: ${error.message} ${JSON.stringify(error.details.errors)}`);
    throw error;
  }
}
