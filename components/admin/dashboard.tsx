"use client";

import {
  AlarmClock,
  ArrowRight,
  CalendarClock,
  ChartLine,
  Inbox,
  Rocket,
  SearchX,
  UserRoundCheck,
  Users,
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { useState, type ReactNode } from "react";
import { DashboardChart } from "@/components/admin/review/figures/dashboard-charts";
import { Figure, StatTile } from "@/components/admin/review/figures/figures";
import { reviewColumns, userKey } from "@/components/admin/users/user-columns";
import { DataList } from "@/components/data-table/data-list";
import { SearchField } from "@/components/data-table/search-field";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { percent } from "@/lib/percent";
import { paths } from "@/lib/routes/paths";
import type { StatisticsDto } from "@/lib/users/dto";
import { matchesPerson } from "./labels";
import { recentUsers, todoCounts } from "./list-state";
import { useStatistics, useUserCount, useUserList } from "./queries";
import { useTakeAndOpenNext } from "./review/cases/take-next";

interface DashboardProps {
  isSuper: boolean;
  /** The open tasks of administrators who do not decide on cases. */
  tasks: ReactNode;
  /** The charts about the work of reviewers, for the two columns. */
  reviewCharts: readonly [left: ReactNode, right: ReactNode];
  /** The costs of identity checks, for super administrators. */
  identityCosts: ReactNode;
}

/** Shows the first screen of the back office: open tasks, key figures and the newest users (product 2.10). */
export function Dashboard({ isSuper, tasks, reviewCharts, identityCosts }: DashboardProps) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8">
      {tasks ?? <Todo />}
      <KeyFigures isSuper={isSuper} />
      <RecentUsers isSuper={isSuper} />
      {/* Two stacks, so that a short chart leaves no gap beside a long one. */}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-4">
          <DashboardChart name="registrations" />
          {reviewCharts[0]}
        </div>
        <div className="grid gap-4">
          <DashboardChart name="funnel" />
          {reviewCharts[1]}
        </div>
      </div>
      {identityCosts}
    </div>
  );
}

const todos: {
  name: keyof typeof todoCounts;
  title: string;
  Icon: LucideIcon;
  /** The colour while there are open tasks. */
  tone: string;
  href: string;
}[] = [
  {
    name: "late",
    title: "Late",
    Icon: AlarmClock,
    tone: "text-danger",
    href: paths.adminVerification({ role: "all", mark: "late", order: "deadline" }),
  },
  {
    name: "dueToday",
    title: "Due today",
    Icon: CalendarClock,
    tone: "text-info",
    href: paths.adminVerification({ role: "all", mark: "due_today", order: "deadline" }),
  },
  {
    name: "waiting",
    title: "Waiting",
    Icon: Inbox,
    tone: "text-ink",
    href: paths.adminVerification({ role: "all", order: "deadline" }),
  },
  {
    name: "mine",
    title: "Mine",
    Icon: UserRoundCheck,
    tone: "text-accent-strong",
    href: paths.adminVerification({ role: "all", assignment: "mine", order: "deadline" }),
  },
];

/** Shows the viewer's open tasks, each with its list, and the next case. */
function Todo() {
  const next = useTakeAndOpenNext({ role: "all", order: "deadline" });
  return (
    <div className="grid gap-5">
      <PageHeading
        title="Dashboard"
        aside={
          <Button busy={next.isBusy} onClick={next.open} icon={<Inbox aria-hidden className="size-5" />}>
            Take a case
          </Button>
        }
      />
      <nav aria-label="To do" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {todos.map((todo) => (
          <TodoLink key={todo.name} {...todo} />
        ))}
      </nav>
    </div>
  );
}

function TodoLink({ name, title, Icon, tone, href }: (typeof todos)[number]) {
  const query = useUserCount(todoCounts[name]);
  return (
    <Link
      href={href}
      prefetch={false}
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 transition-colors duration-150 hover:border-line-strong"
    >
      <Icon aria-hidden className={cn("size-5 shrink-0", query.data ? tone : "text-muted")} />
      <span className="flex-1 text-[0.9375rem]">{title}</span>
      <span className={cn("text-xl leading-8 font-semibold figures", query.data ? tone : "text-muted")}>
        <Figure query={query} />
      </span>
    </Link>
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
 * Shows key figures that are exact over all users, from one call (product 10.7): the number of administrators only to super administrators.
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
