"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "@/lib/routes/paths";
import { displayName } from "../labels";
import {
  toListFilters,
  queueDefaults,
  parseListState,
  usersDefaults,
  serializeListState,
} from "../list-state";
import { useUsers, type ListedUser } from "../queries";
import { rememberList, useLastList } from "../use-list-state";

interface Neighbour {
  id: string;
  name: string;
  /** The page of the list on which the user was found. */
  page: number;
}
type Neighbours = Record<"previous" | "next" | "pending", Neighbour | null>;

export interface NavigationTarget {
  id: string;
  name: string;
  go: () => void;
}

const toNeighbour = (page: number, user: ListedUser | undefined): Neighbour | null =>
  user ? { id: user._id, name: displayName(user), page } : null;
/** Whether the case is pending and unclaimed by other reviewers. */
const isOpen = ({ role, verification, claim }: ListedUser) =>
  role !== "admin" &&
  verification.status === "pending" &&
  verification.submittedAt !== null &&
  (claim?.isMine ?? true);

/**
 * Returns the previous, the next and the next open case in the list from which the reviewer came, across its pages. They are retained when
 * a decision removes the user from the list.
 */
export function useAdjacentUsers(userId: string): Record<keyof Neighbours, NavigationTarget | null> {
  const router = useRouter();
  const [path = "", query] = useLastList().split("?");
  const defaults = path === paths.adminUsers() ? usersDefaults : queueDefaults;
  const list = parseListState(new URLSearchParams(query), defaults);
  const { page } = list;

  const current = useUsers(toListFilters(list));
  const users = current.isPlaceholderData ? [] : (current.data?.users ?? []);
  const index = users.findIndex(({ _id }) => _id === userId);
  const isFirst = index === 0 && page > 1;
  const isLast = index !== -1 && index === users.length - 1 && page < (current.data?.pagination.pages ?? 0);
  const before = useUsers(toListFilters({ ...list, page: page - 1 }), isFirst).data?.users.at(-1);
  const after = useUsers(toListFilters({ ...list, page: page + 1 }), isLast).data?.users[0];

  const [retained, setRetained] = useState<Neighbours>({ previous: null, next: null, pending: null });
  const pendingHere = users.slice(index + 1).find(isOpen);
  const found: Neighbours =
    index === -1
      ? retained
      : {
          previous: isFirst ? toNeighbour(page - 1, before) : toNeighbour(page, users[index - 1]),
          next: isLast ? toNeighbour(page + 1, after) : toNeighbour(page, users[index + 1]),
          pending: pendingHere
            ? toNeighbour(page, pendingHere)
            : toNeighbour(page + 1, after && isOpen(after) ? after : undefined),
        };
  if (JSON.stringify(found) !== JSON.stringify(retained)) setRetained(found);

  const toTarget = (neighbour: Neighbour | null): NavigationTarget | null =>
    neighbour && {
      id: neighbour.id,
      name: neighbour.name,
      go: () => {
        // A decision may have moved the neighbour onto this page.
        const target = users.some(({ _id }) => _id === neighbour.id) ? page : neighbour.page;
        if (path) rememberList(path, serializeListState({ ...list, page: target }, defaults));
        router.push(paths.adminVerificationUser(neighbour.id));
      },
    };
  return {
    previous: toTarget(found.previous),
    next: toTarget(found.next),
    pending: toTarget(found.pending),
  };
}
