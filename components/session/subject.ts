import type { UserDto } from "@/lib/users/dto";
import { defaultPathFor, menuFor, safeReturnPath, type Subject } from "@/lib/routes/policy";

/** What the route policy needs to know, taken from what the server answers about a person. */
export const subjectOf = (user: UserDto): Subject => ({
  role: user.role,
  isSuper: user.isSuper,
  investorType: user.investorType,
  isVerified: user.isVerified,
  status: user.verification.status,
  submitted: user.verification.submittedAt !== null,
  twoStepSetupRequired: user.twoStepDue,
});

/** Does the guard judge both alike? */
export const hasSameAccess = (one: UserDto, other: UserDto): boolean =>
  JSON.stringify(subjectOf(one)) === JSON.stringify(subjectOf(other));

/** Where somebody goes who is signed in: back where they came from, if that is on this site, else where they belong. */
export const postLoginPath = (user: UserDto, callbackUrl: string | null | undefined): string =>
  safeReturnPath(callbackUrl) ?? defaultPathFor(subjectOf(user));

export const userMenu = (user: UserDto) => menuFor(subjectOf(user));
