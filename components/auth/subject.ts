import { defaultPathFor, menuFor, safeReturnPath, type Subject } from "@/lib/routes/policy";
import type { UserDto } from "@/lib/users/dto";

/** Returns the subject of the route policy. */
export const subjectOf = (user: UserDto): Subject => ({
  role: user.role,
  isSuper: user.isSuper,
  duty: user.duty ?? "administrator",
  investorType: user.investorType,
  isVerified: user.isVerified,
  isRenewing: user.renewing,
  status: user.verification.status,
  submitted: user.verification.submittedAt !== null,
  twoStepSetupRequired: user.twoStepDue,
});

/** Whether the route policy treats both users alike. */
export const hasSameAccess = (one: UserDto, other: UserDto): boolean =>
  JSON.stringify(subjectOf(one)) === JSON.stringify(subjectOf(other));

/** Returns the page after login: the callback URL if it is on this site, otherwise the user's default page. */
export const postLoginPath = (user: UserDto, callbackUrl: string | null | undefined): string =>
  safeReturnPath(callbackUrl) ?? defaultPathFor(subjectOf(user));

export const userMenu = (user: UserDto) => menuFor(subjectOf(user));
