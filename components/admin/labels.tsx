import { foldText } from "@/lib/text";
import type { UserDto } from "@/lib/users/dto";

export function roleLabel({ role, isSuper }: Pick<UserDto, "role" | "isSuper">): string {
  if (role === "admin") return isSuper ? "Super Administrator" : "Administrator";
  if (role === "investor") return "Investor";
  return role === "startup" ? "Startup" : "No role yet";
}

/** Returns the role and, for investors, the type: `Personal Investor`. */
export function roleTypeLabel(user: Pick<UserDto, "role" | "isSuper" | "investorType">): string {
  const role = roleLabel(user);
  if (user.role !== "investor" || user.investorType === "none") return role;
  return `${user.investorType === "corporate" ? "Corporate" : "Personal"} ${role}`;
}

/** Returns the user's name, or the email address of a user without a name. */
export const displayName = ({ name, email }: Pick<UserDto, "name" | "email">): string => name.trim() || email;

export const orNotProvided = (value: string | null | undefined) =>
  value?.trim() || <span className="text-muted">Not provided</span>;

/** Returns true if the name, email address or phone number contains the typed text. */
export function matchesPerson(user: Pick<UserDto, "name" | "email" | "phone">, typed: string): boolean {
  const text = foldText(typed);
  return [user.name, user.email, user.phone].some((value) => foldText(value).includes(text));
}
