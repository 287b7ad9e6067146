import { ArrowLeft } from "lucide-react";
import { PageHeading } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import type { HolidayDto, ReviewDeadlineDto } from "@/lib/calendar/schema";
import { paths } from "@/lib/routes/paths";
import { Deadlines } from "./deadlines";
import { Holidays } from "./holidays";

interface BusinessDaysProps {
  holidays: readonly HolidayDto[];
  deadlines: readonly ReviewDeadlineDto[];
}

/** Shows business days and the time allowed for a decision (product 10.17). */
export const BusinessDays = ({ holidays, deadlines }: BusinessDaysProps) => (
  <div className="mx-auto grid w-full max-w-4xl gap-6">
    <div>
      <LinkButton href={paths.adminVerification()} variant="quiet" size="sm" className="mb-2 -ml-3 min-h-11">
        <ArrowLeft aria-hidden className="size-5" />
        Verification
      </LinkButton>
      <PageHeading title="Business days and deadlines">
        Deadlines count business days: Monday to Friday in Lagos, except the public holidays below. A change
        moves the deadlines of all pending submissions.
      </PageHeading>
    </div>
    <Deadlines deadlines={deadlines} />
    <Holidays holidays={holidays} />
  </div>
);
