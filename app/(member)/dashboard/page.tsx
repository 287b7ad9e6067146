import { ArrowRight, ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { menuIcons } from "@/components/layout/menu-icons";
import { subjectOf } from "@/components/session/subject";
import { Card, DescriptionList, PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { VerificationBadge } from "@/components/verification/status";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";
import { menuFor, type MenuIcon } from "@/lib/routes/policy";
import type { UserDto } from "@/lib/users/dto";

export const metadata: Metadata = { title: "Dashboard" };

/** What stands behind each entry of the menu, in a sentence. */
const about: Partial<Record<MenuIcon, string>> = {
  investments: "The plans you hold, and how they do.",
  transactions: "Every payment in and out, with its date.",
  applications: "Your funding applications and their state.",
  documents: "The papers you sent us.",
  settings: "Menus, notifications and appearance.",
};

const profileName = (user: UserDto) =>
  user.role === "startup"
    ? "Startup"
    : user.investorType === "corporate"
      ? "Corporate investor"
      : "Personal investor";

export default async function DashboardPage() {
  const user = await requirePage(paths.dashboard());
  const investor = user.role === "investor";
  const places = menuFor(subjectOf(user)).filter((entry) => entry.href !== paths.dashboard());
  const firstName = user.name.trim().split(/\s+/)[0];

  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6">
      <PageHeading title={firstName ? `Hello ${firstName}` : "Dashboard"}>
        {investor
          ? "You are verified. Have a look at the investment plans whenever you like."
          : "You are verified. Your funding applications will stand here."}
      </PageHeading>

      <Card>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="flex gap-4">
            <span
              aria-hidden
              className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
            >
              <ShieldCheck className="size-6" />
            </span>
            <div>
              <h2 className="text-lg font-semibold">Verification</h2>
              <p className="mt-0.5 text-muted">
                {user.verification.reviewedAt
                  ? `Approved on ${formatDate(user.verification.reviewedAt)}`
                  : "Your identity is confirmed."}
              </p>
            </div>
          </div>
          <VerificationBadge status={user.isVerified ? "approved" : user.verification.status} />
        </div>
        <div className="mt-6 border-t border-line pt-6">
          <DescriptionList
            items={[
              { label: "Profile", value: profileName(user) },
              { label: "Member since", value: formatDate(user.createdAt) },
            ]}
          />
        </div>
      </Card>

      <section aria-labelledby="places">
        <h2 id="places" className="mb-4 text-lg font-semibold">
          Where to go next
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2">
          {investor && (
            <Place
              href={paths.plans()}
              icon="investments"
              title="Investment plans"
              text="See what is on offer."
            />
          )}
          {places.map((entry) => (
            <Place
              key={entry.href}
              href={entry.href}
              icon={entry.icon}
              title={entry.label}
              text={about[entry.icon] ?? ""}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Place({ href, icon, title, text }: { href: string; icon: MenuIcon; title: string; text: string }) {
  const Icon = menuIcons[icon];
  return (
    <li>
      <Link
        href={href}
        className="group flex h-full items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors duration-150 hover:border-line-strong hover:bg-sunken sm:p-5"
      >
        <Icon aria-hidden className="size-6 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-[0.9375rem] text-muted">{text}</span>
        </span>
        <ArrowRight
          aria-hidden
          className="size-5 text-muted transition-transform group-hover:translate-x-0.5"
        />
      </Link>
    </li>
  );
}
