import { formatDate } from "@/components/ui/format";
import type { UserDto } from "@/lib/users/dto";

interface Activity {
  at: string;
  text: string;
}

const decided = {
  approved: "Your verification was approved",
  rejected: "Your verification was not approved",
};

/** Returns the recorded events of an account, latest first. */
export function accountActivity({ createdAt, verification }: UserDto): Activity[] {
  const { status, submittedAt, reviewedAt } = verification;
  const activities = [
    { at: createdAt, text: "You created your account" },
    ...(submittedAt ? [{ at: submittedAt, text: "You submitted your verification" }] : []),
    ...(reviewedAt && status !== "pending" ? [{ at: reviewedAt, text: decided[status] }] : []),
  ];
  return activities.sort((one, other) => other.at.localeCompare(one.at));
}

export function ActivityList({ user }: { user: UserDto }) {
  return (
    <ol className="grid gap-5 border-l border-line pl-5">
      {accountActivity(user).map(({ at, text }) => (
        <li key={text} className="group relative text-[0.9375rem] leading-6">
          <span
            aria-hidden
            className="absolute top-2 -left-[1.5625rem] size-2 rounded-full bg-line-strong group-first:bg-accent"
          />
          <p>{text}</p>
          <p className="text-sm text-muted">{formatDate(at)}</p>
        </li>
      ))}
    </ol>
  );
}
