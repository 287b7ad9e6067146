"use client";

import { ReasonDialog } from "@/components/forms/reason-dialog";
import { administration } from "@/lib/administration/api";
import { call } from "@/lib/contract/client";
import { openingReasons, openRecordSchema } from "@/lib/users/admin-schema";
import type { RetainedRecordDto, RetainedSummaryDto } from "@/lib/users/retained-record-dto";

interface OpenRecordProps {
  record: RetainedSummaryDto;
  onOpened: (record: RetainedRecordDto) => void;
  onClose: () => void;
}

/** Asks for the reason for opening a record. */
export const OpenRecord = ({ record, onOpened, onClose }: OpenRecordProps) => (
  <ReasonDialog
    schema={openRecordSchema}
    options={openingReasons}
    send={async (body) =>
      onOpened(
        (await call(administration.openRetainedRecord, { params: { recordId: record._id }, body })).data,
      )
    }
    onClose={onClose}
    title="Open this record"
    description="It contains the full numbers and answers of someone whose account or submission was erased. Why do you need it? The audit log records your reason."
    submitLabel="Open record"
    busyLabel="Opening..."
  />
);
