import type { UserDto } from "@/lib/users/dto";

/** How the back office names people and figures. */
export function roleLabel({ role, isSuper }: Pick<UserDto, "role" | "isSuper">): string {
  if (role === "admin") return isSuper ? "Super Administrator" : "Administrator";
  if (role === "investor") return "Investor";
  return role === "startup" ? "Startup" : "No role yet";
}

/** Role and, for investors, type: `Personal Investor`. */
export function roleTypeLabel(user: Pick<UserDto, "role" | "isSuper" | "investorType">): string {
  const role = roleLabel(user);
  if (user.role !== "investor" || user.investorType === "none") return role;
  return `${user.investorType === "corporate" ? "Corporate" : "Personal"} ${role}`;
}

/** A person's name, or the e-mail address of who gave none. */
export const displayName = ({ name, email }: Pick<UserDto, "name" | "email">): string => name.trim() || email;

export const NOT_PROVIDED = "Not provided";

const whole = new Intl.NumberFormat("en-NG", { maximumFractionDigits: 0 });
export const formatCount = (value: number): string => whole.format(value);

/** Part of a whole as a rounded percent; of nothing it is none. */
export const percent = (part: number, total: number): number =>
  total > 0 ? Math.round((part / total) * 100) : 0;

/** True when name, e-mail or phone contains what was typed. */
export function matchesPerson(user: Pick<UserDto, "name" | "email" | "phone">, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return !wanted || [user.name, user.email, user.phone].some((text) => text.toLowerCase().includes(wanted));
}
