import { formatDateTime } from "@/components/ui/format";
import type { DecisionDto } from "@/lib/acts/decision-schema";

/** Returns who decided and when, such as `Ada Obi, confirmed by Bola Ade, 5 January 2026, 10:30`. */
export const decisionText = ({ by, confirmedBy, at }: DecisionDto): string =>
  [by ?? "The system", ...(confirmedBy ? [`confirmed by ${confirmedBy}`] : []), formatDateTime(at)].join(
    ", ",
  );
