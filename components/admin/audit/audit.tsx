import { PageHeading } from "@/components/ui/card";
import type { NamedDailyReads } from "@/lib/review/cases/reads";
import { ExportAuditButton } from "../export-button";
import { ReadsPerDay } from "./reads-per-day";
import { RetainedRecords, type RetainedRecordsProps } from "./retained-records";

interface AuditProps {
  reads: readonly NamedDailyReads[];
  retained: RetainedRecordsProps;
}

/** Shows super administrators the administrators' reads, the retained records of erased accounts, and the audit log. */
export const Audit = ({ reads, retained }: AuditProps) => (
  <div className="mx-auto grid w-full max-w-4xl gap-6">
    <PageHeading title="Audit" aside={<ExportAuditButton />}>
      Who opened personal data, and the records kept of erased accounts. The audit log has the details.
    </PageHeading>
    <ReadsPerDay reads={reads} />
    <RetainedRecords {...retained} />
  </div>
);
