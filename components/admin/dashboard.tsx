"use client";

import { Inbox, SearchX } from "lucide-react";
import { useState } from "react";
import { DataList } from "@/components/data-table/data-list";
import { SearchField } from "@/components/data-table/search-field";
import { PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { paths } from "@/lib/routes/paths";
import { DashboardFigures } from "./dashboard-figures";
import { DashboardCharts } from "./dashboard-plots";
import { matchesPerson } from "./labels";
import { recentUsers } from "./list-state";
import { useUserList } from "./use-user-list";
import { reviewColumns, userKey } from "./user-columns";

/** The first screen of the back office: key figures and the newest users (product 2.10). */
export function Dashboard({ isSuper }: { isSuper: boolean }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8">
      <PageHeading title="Dashboard">New users and submissions awaiting a decision.</PageHeading>
      <DashboardFigures isSuper={isSuper} />
      <DashboardCharts />
      <RecentUsers isSuper={isSuper} />
    </div>
  );
}

function RecentUsers({ isSuper }: { isSuper: boolean }) {
  const [typed, setTyped] = useState("");
  const { list } = useUserList(recentUsers(isSuper));
  const shown = list.rows?.filter((user) => matchesPerson(user, typed));

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
        list={{ ...list, rows: shown }}
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
