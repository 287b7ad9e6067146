"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "@/lib/routes/paths";
import { rememberList, useLastList } from "../last-list";
import { useUsers } from "../queries";
import { filtersOf, queueDefaults, readList, usersDefaults, writeList } from "../user-filters";

interface Neighbour {
  id: string;
  /** The page of the list that they stand on. */
  page: number;
}
interface Neighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
}

const same = (one: Neighbour | null, other: Neighbour | null) =>
  one?.id === other?.id && one?.page === other?.page;

/**
 * Who stands before and after this person in the list the reviewer came from, across the ends of its pages, and the way to them.
 * They are kept when a decision takes the person out of the list.
 */
export function useNeighbours(userId: string) {
  const router = useRouter();
  const [path = "", query] = useLastList().split("?");
  const defaults = path === paths.adminUsers() ? usersDefaults : queueDefaults;
  const list = readList(new URLSearchParams(query), defaults);

  const present = useUsers(filtersOf(list));
  const ids = present.isPlaceholderData ? [] : (present.data?.users.map(({ _id }) => _id) ?? []);
  const at = ids.indexOf(userId);
  const leads = at === 0 && list.page > 1;
  const ends = at !== -1 && at === ids.length - 1 && list.page < (present.data?.pagination.pages ?? 0);
  const before = useUsers(filtersOf({ ...list, page: list.page - 1 }), leads).data?.users.at(-1);
  const after = useUsers(filtersOf({ ...list, page: list.page + 1 }), ends).data?.users[0];

  const [kept, setKept] = useState<Neighbours>({ previous: null, next: null });
  const on = (page: number, id: string | undefined): Neighbour | null => (id ? { id, page } : null);
  const found: Neighbours =
    at === -1
      ? kept
      : {
          previous: leads ? on(list.page - 1, before?._id) : on(list.page, ids[at - 1]),
          next: ends ? on(list.page + 1, after?._id) : on(list.page, ids[at + 1]),
        };
  if (!same(found.previous, kept.previous) || !same(found.next, kept.next)) setKept(found);

  const go = (neighbour: Neighbour | null) => {
    if (!neighbour) return;
    const location = writeList({ ...list, page: neighbour.page }, defaults);
    if (path) rememberList(location ? `${path}?${location}` : path);
    router.push(paths.adminVerificationUser(neighbour.id));
  };
  return {
    previous: found.previous && (() => go(found.previous)),
    next: found.next && (() => go(found.next)),
  };
}
