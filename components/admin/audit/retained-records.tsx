"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { Button } from "@/components/ui/button";
import { Card, CardHeading, DescriptionList } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { formatCount, formatDate } from "@/components/ui/format";
import { changeLabel } from "@/lib/onboarding/forms/part-labels";
import type { RetainedRecordDto, RetainedSummaryDto } from "@/lib/users/retained-record-dto";

const OpenRecord = dynamic(() => import("./open-record").then((module) => module.OpenRecord));

export interface RetainedRecordsProps {
  total: number;
  records: readonly RetainedSummaryDto[];
}

const outcomes = {
  approved: "Approved",
  rejected: "Rejected",
  pending: "No decision",
} as const satisfies Record<RetainedSummaryDto["outcome"], string>;

/** Shows the retained records of erased verifications, without names; opening one needs a reason (product 10.12). */
export function RetainedRecords({ total, records }: RetainedRecordsProps) {
  const [asked, ask] = useState<RetainedSummaryDto | null>(null);
  const [opened, show] = useState<RetainedRecordDto | null>(null);
  return (
    <section aria-labelledby="retained-records">
      <Card>
        <CardHeading id="retained-records" title="Records of erased accounts">
          Records of erased verifications that the law requires us to keep. They are sealed, and the audit log
          shows each time one is opened.
        </CardHeading>
        {records.length === 0 ? (
          <p className="mt-4 text-[0.9375rem] text-muted">No verification has been erased.</p>
        ) : (
          <ul className="mt-4 divide-y divide-line border-y border-line text-[0.9375rem]">
            {records.map((record) => (
              <li key={record._id} className="flex items-center justify-between gap-3 py-2">
                <span className="figures">
                  <span>{`Erased on ${formatDate(record.erasedAt)}`}</span>
                  <span className="block text-sm text-muted">
                    {`${outcomes[record.outcome]}, kept until ${formatDate(record.keepUntil)}`}
                  </span>
                </span>
                <Allowed to="super">
                  <Button
                    variant="secondary"
                    aria-label={`Open the record erased on ${formatDate(record.erasedAt)}`}
                    onClick={() => ask(record)}
                  >
                    Open
                  </Button>
                </Allowed>
              </li>
            ))}
          </ul>
        )}
        {total > records.length && (
          <p className="mt-3 text-sm text-muted">{`Showing the ${records.length} newest of ${formatCount(total)} records.`}</p>
        )}
      </Card>
      {asked && (
        <OpenRecord
          record={asked}
          onOpened={(record) => {
            ask(null);
            show(record);
          }}
          onClose={() => ask(null)}
        />
      )}
      {opened && <RecordDetails record={opened} onClose={() => show(null)} />}
    </section>
  );
}

const RecordDetails = ({ record, onClose }: { record: RetainedRecordDto; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title={`Erased on ${formatDate(record.erasedAt)}`}
    description={`${outcomes[record.outcome]}. Kept until ${formatDate(record.keepUntil)}. Only hashes of the documents are stored.`}
  >
    {record.sections.map(({ title, facts }) => (
      <section key={title} className="mt-4 first:mt-0">
        <h3 className="mb-3 font-medium">{title}</h3>
        <DescriptionList items={facts.map(({ path, value }) => ({ label: factLabel(path), value }))} />
      </section>
    ))}
  </Dialog>
);

/** Returns the label of an answer or, for another value, its path in words: `decisions.0.decidedAt` becomes `Decision 1, decided at`. */
function factLabel(path: string): string {
  const label = changeLabel(path);
  if (label !== path) return label;
  const [first = "", ...rest] = path
    .replace(/^decisions\.(\d+)\./, (_, index: string) => `Decision ${Number(index) + 1}, `)
    .replace(/[A-Z](?=[a-z])/g, (letter, at) => (at === 0 ? letter : ` ${letter.toLowerCase()}`));
  return first.toUpperCase() + rest.join("");
}
