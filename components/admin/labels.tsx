import { isolate } from "@/lib/bidi";
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

type Named = Pick<UserDto, "name" | "companyName" | "email">;

/** Returns the company's name, otherwise the user's, or the email address of a user without a name; isolated for use within other text. */
export const displayName = ({ companyName, name, email }: Named): string =>
  isolate(companyName || name.trim() || email);

/** Returns the person who filled in a company's form; null for individuals. */
export const personOf = ({ companyName, name, email }: Named): string | null =>
  companyName ? isolate(name.trim() || email) : null;

/** Returns the name with, for a company, the person who filled in its form: `Acme Limited (Ada Obi)`. */
export function fullDisplayName(user: Named): string {
  const person = personOf(user);
  return person ? `${displayName(user)} (${person})` : displayName(user);
}

export const orNotProvided = (value: string | null | undefined) =>
  value?.trim() || <span className="text-muted">Not provided</span>;

/** Returns true if the name, company, email address or phone number contains the typed text. */
export function matchesPerson(user: Named & Pick<UserDto, "phone">, typed: string): boolean {
  const text = foldText(typed);
  return [user.name, user.companyName ?? "", user.email, user.phone].some((value) =>
    foldText(value).includes(text),
  );
}
