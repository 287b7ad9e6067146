"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toast } from "sonner";
import { Button, type ButtonProps } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { acts } from "@/lib/acts/api";
import type { ActQuery } from "@/lib/acts/schema";
import { auditLog } from "@/lib/audit/api";
import { download, toApiError } from "@/lib/contract/client";
import { lagosDay } from "@/lib/dates";
import { cases } from "@/lib/review/cases/api";
import { figures } from "@/lib/review/figures/api";
import type { TableName } from "@/lib/review/figures/schema";
import { users } from "@/lib/users/api";
import type { toExportFilters, UserFilters } from "./list-state";

/** Downloads all pages of the filtered list, as a file for a spreadsheet. */
export const ExportButton = ({ filters: { page: _, limit: __, ...query } }: { filters: UserFilters }) => (
  <SaveButton
    label="Export CSV"
    load={() => download(users.exportUsers, { query })}
    name="users"
    type="csv"
    done="User list exported"
  />
);

/** Downloads all pages of the filtered queue, with deadlines, reviewers, reasons and marks. */
export const ExportQueueButton = ({ query }: { query: ReturnType<typeof toExportFilters> }) => (
  <SaveButton
    label="Export queue"
    load={() => download(cases.exportQueue, { query })}
    name="verification-queue"
    type="csv"
    done="Queue exported"
  />
);

/** Downloads a table of the dashboard. */
export const ExportFiguresButton = ({ name, title }: { name: TableName; title: string }) => (
  <SaveButton
    label="Download CSV"
    description={`${title}: download CSV`}
    size="sm"
    load={() => download(figures.exportStatistics, { params: { table: name } })}
    name={name}
    type="csv"
    done="Table downloaded"
  />
);

/** Downloads the signed audit log, for super administrators. */
export const ExportAuditButton = () => (
  <SaveButton
    label="Export audit log"
    load={() => download(auditLog.exportAudit)}
    name="audit"
    type="jsonl"
    done="Audit log exported"
  />
);

/** Downloads the acts of money of a kind. */
export const ExportActsButton = ({ kind }: { kind: ActQuery["kind"] }) => (
  <SaveButton
    label="Export CSV"
    load={() => download(acts.exportActs, { query: { kind } })}
    name="acts"
    type="csv"
    done="Acts exported"
  />
);

interface SaveButtonProps extends Pick<ButtonProps, "size"> {
  label: string;
  /** Read by screen readers if the label is not sufficient. */
  description?: string;
  load: () => Promise<Blob>;
  /** The part of the file name before the date. */
  name: string;
  type: string;
  done: string;
}

export function SaveButton({ label, description, size = "md", load, name, type, done }: SaveButtonProps) {
  const { isPending, mutate } = useMutation({
    mutationFn: async () => saveFile(await load(), `${name}-${lagosDay()}.${type}`),
    onSuccess: () => toast.success(done),
    onError: (error) => toast.error(toApiError(error).message),
  });
  return (
    <Button
      variant="secondary"
      size={size}
      aria-label={description}
      busy={isPending}
      busyLabel="Exporting..."
      icon={<Download aria-hidden className="size-5" />}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}
