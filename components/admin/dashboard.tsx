"use client";

import { ArrowRight, ChartLine, Inbox, Rocket, SearchX, Users, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useState, type ReactNode } from "react";
import { DataList } from "@/components/data-table/data-list";
import { SearchField } from "@/components/data-table/search-field";
import { PageHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { percent } from "@/lib/percent";
import { paths } from "@/lib/routes/paths";
import type { StatisticsDto } from "@/lib/users/dto";
import { DashboardCharts } from "./figures/dashboard-charts";
import { Figure, StatTile } from "./figures/figures";
import { matchesPerson } from "./labels";
import { recentUsers } from "./list-state";
import { useStatistics, useUserList } from "./queries";
import { reviewColumns, userKey } from "./user-columns";

interface DashboardProps {
  isSuper: boolean;
  /** The charts about the work of reviewers. */
  reviewCharts: ReactNode;
  /** The costs of identity checks, for super administrators. */
  identityCosts: ReactNode;
}

/** The first screen of the back office: key figures and the newest users (product 2.10). */
export function Dashboard({ isSuper, reviewCharts, identityCosts }: DashboardProps) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8">
      <PageHeading title="Dashboard">New users and submissions awaiting a decision.</PageHeading>
      <KeyFigures isSuper={isSuper} />
      <RecentUsers isSuper={isSuper} />
      <div className="grid gap-4">
        <DashboardCharts />
        {reviewCharts}
        {identityCosts}
      </div>
    </div>
  );
}

type FigureName = keyof StatisticsDto["figures"];

const cards: { title: string; name: FigureName; Icon: LucideIcon; href: string; link: string }[] = [
  { title: "Total Users", name: "total", Icon: Users, href: paths.adminUsers(), link: "View All Users" },
  {
    title: "Investors",
    name: "investors",
    Icon: ChartLine,
    href: paths.adminVerification({ role: "investor" }),
    link: "Open the queue",
  },
  {
    title: "Startups",
    name: "startups",
    Icon: Rocket,
    href: paths.adminVerification({ role: "startup" }),
    link: "Open the queue",
  },
];

const tiles: { title: string; name: FigureName }[] = [
  { title: "Admin Users", name: "admins" },
  { title: "Verified Users", name: "verified" },
  { title: "Pending Verification", name: "pending" },
  { title: "Investor Users", name: "investors" },
  { title: "Startup Users", name: "startups" },
];

/**
 * Shows key figures that are exact over all users, from one call (product 10.7). The number of administrators is for super administrators
 * only.
 */
function KeyFigures({ isSuper }: { isSuper: boolean }) {
  const { data, isError } = useStatistics();
  const figure = (name: FigureName) => ({ data: data?.figures[name] ?? undefined, isError });
  const rate = { data: data && percent(data.figures.verified, data.figures.total), isError };

  return (
    <section aria-label="Key figures" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {cards.map(({ title, name, Icon, href, link }) => (
          <Link
            key={name}
            href={href}
            prefetch={false}
            className="group block rounded-card border border-line bg-surface p-5 transition-colors duration-150 hover:border-line-strong"
          >
            <span className="flex items-center justify-between gap-3 text-[0.9375rem] text-muted">
              <span>{title}</span>
              <Icon aria-hidden className="size-5 text-accent" />
            </span>
            <span className="mt-2 block text-[2rem] leading-10 font-semibold tracking-tight figures">
              <Figure query={figure(name)} />
            </span>
            <span className="mt-3 flex items-center gap-1.5 text-[0.9375rem] font-medium text-accent">
              <span>{link}</span>
              <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-0.5" />
            </span>
          </Link>
        ))}
      </div>
      <dl
        className={cn(
          "grid grid-cols-2 gap-3",
          isSuper
            ? "sm:grid-cols-3 xl:grid-cols-6"
            : "sm:grid-cols-6 xl:grid-cols-5 sm:max-xl:[&>*]:col-span-2 max-sm:[&>:first-child]:col-span-2 sm:max-xl:[&>:nth-last-child(-n+2)]:col-span-3",
        )}
      >
        {tiles.map(
          ({ title, name }) =>
            (isSuper || name !== "admins") && <StatTile key={name} title={title} query={figure(name)} />,
        )}
        <StatTile title="Verification Rate" query={rate} suffix="%" />
      </dl>
    </section>
  );
}

function RecentUsers({ isSuper }: { isSuper: boolean }) {
  const [typed, setTyped] = useState("");
  const { list } = useUserList(recentUsers(isSuper));
  const rows = list.rows?.filter((user) => matchesPerson(user, typed));

  return (
    <section aria-labelledby="recent-users" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="recent-users" className="text-lg leading-7 font-semibold">
            Recent Users
          </h2>
          <TextLink href={paths.adminUsers()} className="inline-flex min-h-9 items-center text-[0.9375rem]">
            See More
          </TextLink>
        </div>
        <SearchField
          label="Search recent users"
          hideLabel
          placeholder="Search users..."
          value={typed}
          onSearch={setTyped}
          delayMs={0}
          className="w-full sm:w-72"
        />
      </div>
      <DataList
        label="Recent users"
        columns={reviewColumns}
        rowKey={userKey}
        list={{ ...list, rows }}
        skeletonRows={5}
        level="h3"
        empty={
          <EmptyState
            level="h3"
            title={typed ? "No users found matching your search" : "No users found"}
            icon={typed ? <SearchX className="size-6" /> : <Inbox className="size-6" />}
          >
            {typed
              ? "Only the five most recent users are searched here. To search everyone, choose See More and tick Show All Users."
              : "New users appear here as soon as they register."}
          </EmptyState>
        }
      />
    </section>
  );
}
