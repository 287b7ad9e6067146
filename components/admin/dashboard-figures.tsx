"use client";

import { ArrowRight, ChartLine, Rocket, Users, type LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { paths } from "@/lib/routes/paths";
import { Figure } from "./figure";
import { percent } from "./labels";
import { useUserCount } from "./queries";
import { StatTile } from "./stat-tile";

/** Exact over all users (DECISIONS 7): each figure is the total of its own query. Administrators count only for a super admin. */
export function DashboardFigures({ isSuper }: { isSuper: boolean }) {
  const total = useUserCount({ excludeAdmin: !isSuper });
  const investors = useUserCount({ role: "investor" });
  const startups = useUserCount({ role: "startup" });
  const admins = useUserCount({ role: "admin" }, isSuper);
  const verified = useUserCount({ status: "approved", excludeAdmin: true });
  // Who submitted nothing waits for nobody; so the figure is the length of the queue it leads to.
  const pending = useUserCount({ status: "pending", excludeAdmin: true, onlySubmitted: true });
  const rate = {
    data:
      verified.data !== undefined && total.data !== undefined
        ? percent(verified.data, total.data)
        : undefined,
    isError: verified.isError || total.isError,
  };

  return (
    <section aria-label="Figures" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <BigCard
          title="Total Users"
          icon={Users}
          href={paths.adminUsers()}
          link="View All Users"
          figure={<Figure query={total} />}
        />
        <BigCard
          title="Investors"
          icon={ChartLine}
          href={paths.adminVerification({ role: "investor" })}
          link="Review investors"
          figure={<Figure query={investors} />}
        />
        <BigCard
          title="Startups"
          icon={Rocket}
          href={paths.adminVerification({ role: "startup" })}
          link="Review startups"
          figure={<Figure query={startups} />}
        />
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {isSuper && <StatTile title="Admin Users" query={admins} />}
        <StatTile title="Verified Users" query={verified} />
        <StatTile title="Pending Verification" query={pending} />
        <StatTile title="Investor Users" query={investors} />
        <StatTile title="Startup Users" query={startups} />
        <StatTile title="Verification Rate" query={rate} suffix="%" />
      </dl>
    </section>
  );
}

function BigCard({
  title,
  icon: Icon,
  figure,
  href,
  link,
}: {
  title: string;
  icon: LucideIcon;
  figure: ReactNode;
  href: string;
  link: string;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="group block rounded-card border border-line bg-surface p-5 transition-colors duration-150 hover:border-line-strong"
    >
      <span className="flex items-center justify-between gap-3 text-[0.9375rem] text-muted">
        {title}
        <Icon aria-hidden className="size-5 text-accent" />
      </span>
      <span className="mt-2 block text-[2rem] leading-10 font-semibold tracking-tight figures">{figure}</span>
      <span className="mt-3 flex items-center gap-1.5 text-[0.9375rem] font-medium text-accent">
        {link}
        <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-0.5" />
      </span>
    </Link>
  );
}
