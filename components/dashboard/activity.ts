import type { UserDto } from "@/lib/users/dto";

export interface News {
  at: string;
  text: string;
}

const decided = {
  approved: "Your verification was approved",
  rejected: "Your verification was not approved",
};

/** What happened with an account, the latest first. Only what is written down. */
export function accountActivity({ createdAt, verification }: UserDto): News[] {
  const { status, submittedAt, reviewedAt } = verification;
  const news = [
    { at: createdAt, text: "You created your account" },
    ...(submittedAt ? [{ at: submittedAt, text: "You submitted your verification" }] : []),
    ...(reviewedAt && status !== "pending" ? [{ at: reviewedAt, text: decided[status] }] : []),
  ];
  return news.sort((one, other) => other.at.localeCompare(one.at));
}
