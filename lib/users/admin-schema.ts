import * as z from "zod";
import { duties } from "@/lib/roles";
import { email, registrationPhone, password, text, userName } from "@/lib/forms/atoms";

/** Request schemas for the administrators' calls (product 5.5, 7.3). Safe in the browser; the server checks the email domain. */
export const blankToNothing = (value: unknown) => (value === "" || value === null ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankToNothing, schema.optional());
const flag = optional(z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], case: "sensitive" }));
const wholeNumber = (message: string) =>
  z
    .string()
    .regex(/^\d{1,7}$/, message)
    .transform(Number);

export const userFilter = z.object({
  status: optional(z.enum(["pending", "approved", "rejected"])),
  q: optional(text(0, undefined, 100, "Search text can have at most 100 characters")),
  role: optional(z.enum(["investor", "startup", "all", "admin"])),
  excludeAdmin: flag,
  onlySubmitted: flag,
  /** Only users who have been asked to change parts of their submission; their status is `rejected`. */
  changesRequested: flag,
});
export type UserFilter = z.output<typeof userFilter>;

/** The default page size. */
export const PAGE_SIZE = 20;

/** Page and page size in the query of a list. */
export const pageFields = {
  page: z.preprocess(
    (value) => value ?? "1",
    wholeNumber("page must be a whole number").pipe(z.int().min(1, "page starts at 1")),
  ),
  limit: z.preprocess(
    (value) => value ?? String(PAGE_SIZE),
    wholeNumber("limit must be a whole number").pipe(
      z.int().min(1, "limit must be 1 to 100").max(100, "limit must be 1 to 100"),
    ),
  ),
};

export const userListQuery = userFilter.extend(pageFields);
export type UserListQuery = z.output<typeof userListQuery>;

/** The role defaults to `admin` (product 7.3). */
export const changeRoleSchema = z.object({
  role: z
    .enum(["startup", "investor", "admin"])
    .nullish()
    .transform((role) => role ?? "admin"),
});

export const changeDutySchema = z.object({ duty: z.enum(duties) });

/** Invites an administrator, who sets their own password with an emailed link. */
export const inviteAdminSchema = z.object({
  name: userName(),
  email: email("Please enter a valid email address"),
  phone: optional(registrationPhone),
});

export const createAdminSchema = inviteAdminSchema.extend({
  password: password
    .regex(/[A-Z]/, "Password must contain at least one uppercase letter")
    .regex(/[a-z]/, "Password must contain at least one lowercase letter")
    .regex(/[0-9]/, "Password must contain at least one number"),
});

/** Reasons for deleting a user, in words. The audit log contains the code. */
export const deletionReasons = {
  own_request: "They asked us to",
  duplicate: "Second account of the same person",
  fraud: "Suspected fraud",
  left: "No longer works with us",
  test: "Test account",
  other: "Another reason",
} as const;
export type DeletionReason = keyof typeof deletionReasons;

export const deletionSchema = z.object({
  reason: z.enum(Object.keys(deletionReasons) as DeletionReason[], "Choose a reason"),
});

/** The reason is required only where a second administrator must confirm the deletion. */
export const deleteUserQuery = z.object({ reason: optional(deletionSchema.shape.reason) });

/** Reasons for opening a retained record. The audit log contains the code. */
export const openingReasons = {
  regulator_request: "A regulator or court asked for it",
  returning_applicant: "The person has returned",
  complaint: "A complaint or dispute",
  own_audit: "Our own audit",
  other: "Another reason",
} as const;
export type OpeningReason = keyof typeof openingReasons;

export const openRecordSchema = z.object({
  reason: z.enum(Object.keys(openingReasons) as OpeningReason[], "Choose a reason"),
});
