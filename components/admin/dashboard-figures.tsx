"use client";

import { ArrowRight, ChartLine, Rocket, Users, type LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { paths } from "@/lib/routes/paths";
import type { StatisticsDto } from "@/lib/users/dto";
import { CountValue } from "./figure";
import { percent } from "./labels";
import { useStatistics } from "./queries";
import { StatTile } from "./stat-tile";

/** Exact over all users, by one call (product 10.7). Administrators count only for a super admin. */
export function DashboardFigures({ isSuper }: { isSuper: boolean }) {
  const { data, isError } = useStatistics();
  const figure = (name: keyof StatisticsDto["figures"]) => ({
    data: data?.figures[name] ?? undefined,
    isError,
  });
  const total = figure("total");
  const investors = figure("investors");
  const startups = figure("startups");
  const verified = figure("verified");
  const rate = { data: data && percent(data.figures.verified, data.figures.total), isError };

  return (
    <section aria-label="Key figures" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <BigCard
          title="Total Users"
          icon={Users}
          href={paths.adminUsers()}
          link="View All Users"
          figure={<CountValue query={total} />}
        />
        <BigCard
          title="Investors"
          icon={ChartLine}
          href={paths.adminVerification({ role: "investor" })}
          link="Review investors"
          figure={<CountValue query={investors} />}
        />
        <BigCard
          title="Startups"
          icon={Rocket}
          href={paths.adminVerification({ role: "startup" })}
          link="Review startups"
          figure={<CountValue query={startups} />}
        />
      </div>
      <dl
        className={cn(
          "grid grid-cols-2 gap-3",
          isSuper
            ? "sm:grid-cols-3 xl:grid-cols-6"
            : "sm:grid-cols-6 xl:grid-cols-5 sm:max-xl:[&>*]:col-span-2 max-sm:[&>:first-child]:col-span-2 sm:max-xl:[&>:nth-last-child(-n+2)]:col-span-3",
        )}
      >
        {isSuper && <StatTile title="Admin Users" query={figure("admins")} />}
        <StatTile title="Verified Users" query={verified} />
        <StatTile title="Pending Verification" query={figure("pending")} />
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
