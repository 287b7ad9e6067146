"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "@/lib/routes/paths";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName } from "../labels";
import { rememberList, useLastList } from "../last-list";
import { useUsers } from "../queries";
import {
  toUserFilters,
  queueDefaults,
  parseListState,
  usersDefaults,
  serializeListState,
} from "../list-state";

interface Neighbour {
  id: string;
  name: string;
  /** The page of the list that they stand on. */
  page: number;
}
interface Found {
  previous: Neighbour | null;
  next: Neighbour | null;
  /** The next of the page who still waits for a decision. */
  waiting: Neighbour | null;
}

/** A way to somebody. */
export interface NavigationTarget {
  name: string;
  go: () => void;
}
export type Neighbours = Record<keyof Found, NavigationTarget | null>;

const same = (one: Neighbour | null, other: Neighbour | null) =>
  one?.id === other?.id && one?.page === other?.page;

/**
 * Who stands before and after this person in the list the reviewer came from, across the ends of its pages, and the way to them.
 * They are kept when a decision takes the person out of the list.
 */
export function useAdjacentUsers(userId: string): Neighbours {
  const router = useRouter();
  const [path = "", query] = useLastList().split("?");
  const defaults = path === paths.adminUsers() ? usersDefaults : queueDefaults;
  const list = parseListState(new URLSearchParams(query), defaults);

  const present = useUsers(toUserFilters(list));
  const users = present.isPlaceholderData ? [] : (present.data?.users ?? []);
  const at = users.findIndex(({ _id }) => _id === userId);
  const leads = at === 0 && list.page > 1;
  const ends = at !== -1 && at === users.length - 1 && list.page < (present.data?.pagination.pages ?? 0);
  const before = useUsers(toUserFilters({ ...list, page: list.page - 1 }), leads).data?.users.at(-1);
  const after = useUsers(toUserFilters({ ...list, page: list.page + 1 }), ends).data?.users[0];

  const on = (page: number, user: UserSummaryDto | undefined): Neighbour | null =>
    user ? { id: user._id, name: displayName(user), page } : null;
  const isWaiting = ({ role, verification }: UserSummaryDto) =>
    role !== "admin" && verification.status === "pending" && verification.submittedAt !== null;

  const [kept, setKept] = useState<Found>({ previous: null, next: null, waiting: null });
  const found: Found =
    at === -1
      ? kept
      : {
          previous: leads ? on(list.page - 1, before) : on(list.page, users[at - 1]),
          next: ends ? on(list.page + 1, after) : on(list.page, users[at + 1]),
          waiting:
            on(list.page, users.slice(at + 1).find(isWaiting)) ??
            (after && isWaiting(after) ? on(list.page + 1, after) : null),
        };
  if ((Object.keys(found) as (keyof Found)[]).some((name) => !same(found[name], kept[name]))) setKept(found);

  const way = (neighbour: Neighbour | null): NavigationTarget | null =>
    neighbour && {
      name: neighbour.name,
      go: () => {
        // Whoever left the list made the others move up, perhaps onto this page.
        const page = users.some(({ _id }) => _id === neighbour.id) ? list.page : neighbour.page;
        const location = serializeListState({ ...list, page }, defaults);
        if (path) rememberList(location ? `${path}?${location}` : path);
        router.push(paths.adminVerificationUser(neighbour.id));
      },
    };
  return { previous: way(found.previous), next: way(found.next), waiting: way(found.waiting) };
}
