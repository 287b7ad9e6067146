"use client";

import { Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { SavedFilterDto } from "@/lib/review/saved-filters/schema";
import { describeFilter } from "./describe-filter";
import type { SavedFiltersCache } from "./queries";

interface DeleteDialogProps {
  filters: readonly SavedFilterDto[];
  remove: SavedFiltersCache["remove"];
  onClose: () => void;
}

export function DeleteDialog({ filters, remove, onClose }: DeleteDialogProps) {
  return (
    <Dialog onClose={onClose} title="Delete filters" description="The submissions stay as they are.">
      {filters.length === 0 && <p className="text-[0.9375rem] text-muted">All are deleted.</p>}
      <ul className="grid divide-y divide-line">
        {filters.map(({ _id, name, query }) => (
          <li key={_id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{name}</span>
              <span className="block text-sm text-muted">{describeFilter(query)}</span>
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
