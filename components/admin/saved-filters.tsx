"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, Check, ListX, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import { call, type ApiError } from "@/lib/contract/client";
import { desk } from "@/lib/contract/endpoints/desk";
import {
  filterName,
  type SavedFilterDto,
  type SavedQuery,
  type SaveFilter,
} from "@/lib/review/saved-filters/schema";
import { adminKeys } from "./keys";
import { assignmentOptions, orderOptions, roleOptions, statusOptions, type ListState } from "./list-state";

const toSavedQuery = ({ status, role, assignment, order }: ListState): SavedQuery => ({
  status,
  role,
  assignment: assignment ?? "all",
  order,
});

/** `Pending, Startup, Unclaimed, Deadline`; only pending submissions have a reviewer and an order. */
function describe({ status, role, assignment, order }: SavedQuery): string {
  const label = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  return [
    status === "all" ? "All statuses" : label(statusOptions, status),
    label(roleOptions, role),
    ...(status === "pending" ? [label(assignmentOptions, assignment), label(orderOptions, order)] : []),
  ].join(", ");
}

const isSame = (one: SavedQuery, other: SavedQuery): boolean => describe(one) === describe(other);

/** The viewer's filters, loaded when they are first looked at, and their changes (product 10.23). */
function useSavedFilters(enabled: boolean) {
  const client = useQueryClient();
  const store = (filters: SavedFilterDto[]) => client.setQueryData(adminKeys.savedFilters, filters);
  const query = useQuery<SavedFilterDto[], ApiError>({
    enabled,
    queryKey: adminKeys.savedFilters,
    queryFn: async ({ signal }) => (await call(desk.listSavedFilters, { signal })).data,
  });
  const save = useMutation<SavedFilterDto[], ApiError, SaveFilter>({
    mutationFn: async (body) => (await call(desk.saveFilter, { body })).data,
    onSuccess: store,
  });
  const remove = useMutation<SavedFilterDto[], ApiError, { filterId: string }>({
    mutationFn: async (params) => (await call(desk.deleteSavedFilter, { params })).data,
    onSuccess: store,
    onError: ({ message }) => {
      toast.error(message);
      void client.invalidateQueries({ queryKey: adminKeys.savedFilters });
    },
  });
  return { query, save, remove };
}

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
                className={isSame(query, present) && !state.q ? "size-5" : "invisible size-5"}
              />
            }
            onSelect={() => change({ ...query, q: "" })}
          >
            <span className="max-w-72 min-w-0">
              <span className="block break-words">{name}</span>
              <span className="block text-sm text-muted">{describe(query)}</span>
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

interface SaveDialogProps {
  query: SavedQuery;
  hasSearch: boolean;
  save: ReturnType<typeof useSavedFilters>["save"];
  onClose: () => void;
}

/** Asks for the name, and again if there is a filter of that name. */
function SaveDialog({ query, hasSearch, save, onClose }: SaveDialogProps) {
  const [name, setName] = useState("");
  const [touched, setTouched] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** The name that another filter has. */
  const [taken, setTaken] = useState<string | null>(null);
  const checked = filterName.safeParse(name);
  const replaces = checked.success && checked.data === taken;
  const send = () => {
    setTouched(true);
    if (!checked.success) return document.querySelector<HTMLElement>("[data-filter-name]")?.focus();
    setError(null);
    save.mutate(
      { name: checked.data, query, replace: replaces },
      {
        onSuccess: () => {
          toast.success(`Filter "${checked.data}" saved`);
          onClose();
        },
        onError: ({ code, message }) => (code === "CONFLICT" ? setTaken(checked.data) : setError(message)),
      },
    );
  };
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title="Save these filters"
      description={
        <>
          {describe(query)}. Only you see them.
          {hasSearch && " The search text is not saved."}
        </>
      }
      confirmLabel={replaces ? "Replace" : "Save"}
      busyLabel="Saving..."
      busy={save.isPending}
      error={error ?? (replaces ? `You have a filter "${checked.data}" already. Replace it?` : null)}
      onConfirm={send}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field label="Name" error={touched ? checked.error?.issues[0]?.message : undefined} className="pb-1">
          {(control) => (
            <Input
              {...control}
              data-filter-name=""
              autoComplete="off"
              placeholder="For example: late startups"
              value={name}
              readOnly={save.isPending}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </ConfirmDialog>
  );
}

interface DeleteDialogProps {
  filters: readonly SavedFilterDto[];
  remove: ReturnType<typeof useSavedFilters>["remove"];
  onClose: () => void;
}

function DeleteDialog({ filters, remove, onClose }: DeleteDialogProps) {
  return (
    <Dialog onClose={onClose} title="Delete filters" description="The submissions stay as they are.">
      {filters.length === 0 && <p className="text-[0.9375rem] text-muted">All are deleted.</p>}
      <ul className="grid divide-y divide-line">
        {filters.map(({ _id, name, query }) => (
          <li key={_id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{name}</span>
              <span className="block text-sm text-muted">{describe(query)}</span>
            </span>
            <IconButton
              label={`Delete the filter ${name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ filterId: _id })}
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
