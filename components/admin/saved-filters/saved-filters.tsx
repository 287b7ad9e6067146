"use client";

import { Bookmark, BookmarkPlus, Check, ListX } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import type { ListState } from "../list-state";
import { DeleteDialog } from "./delete-dialog";
import { describeFilter, isSameFilter, toSavedQuery } from "./describe-filter";
import { useSavedFilters } from "./queries";
import { SaveDialog } from "./save-dialog";

interface SavedFiltersProps {
  state: ListState;
  change: (changes: Partial<ListState>) => void;
}

/** A menu of the queue: filters by name, and saving the present ones. */
export function SavedFilters({ state, change }: SavedFiltersProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [dialog, setDialog] = useState<"save" | "delete" | null>(null);
  const filters = useSavedFilters(isWanted);
  const { data, isError, refetch } = filters.query;
  const present = toSavedQuery(state);
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="secondary"
            icon={<Bookmark aria-hidden className="size-5" />}
            // Before the press, so that the list is there when the menu opens.
            onPointerEnter={() => setIsWanted(true)}
            onFocus={() => setIsWanted(true)}
          >
            Saved filters
          </Button>
        }
      >
        <MenuLabel>Your filters</MenuLabel>
        {data?.map(({ _id, name, query }) => (
          <MenuItem
            key={_id}
            icon={
              <Check
                aria-hidden
                className={isSameFilter(query, present) && !state.q ? "size-5" : "invisible size-5"}
              />
            }
            onSelect={() => change({ ...query, q: "" })}
          >
            <span className="max-w-72 min-w-0">
              <span className="block break-words">{name}</span>
              <span className="block text-sm text-muted">{describeFilter(query)}</span>
            </span>
          </MenuItem>
        ))}
        {data?.length === 0 && <p className="px-3 py-2 text-sm text-muted">You have saved none yet.</p>}
        {!data && !isError && (
          <p role="status" className="flex items-center gap-2 px-3 py-2 text-sm text-muted">
            <Spinner className="size-4" />
            Loading...
          </p>
        )}
        {!data && isError && (
          <MenuItem
            onSelect={(event) => {
              event.preventDefault();
              void refetch();
            }}
          >
            Could not load your filters. Try again
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<BookmarkPlus aria-hidden className="size-5" />} onSelect={() => setDialog("save")}>
          Save these filters
        </MenuItem>
        {data && data.length > 0 && (
          <MenuItem icon={<ListX aria-hidden className="size-5" />} onSelect={() => setDialog("delete")}>
            Delete filters
          </MenuItem>
        )}
      </Menu>
      {dialog === "save" && (
        <SaveDialog
          query={present}
          hasSearch={state.q !== ""}
          save={filters.save}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "delete" && data && (
        <DeleteDialog filters={data} remove={filters.remove} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
