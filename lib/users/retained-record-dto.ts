import * as z from "zod";
import { verificationStatuses } from "@/lib/roles";

/** The DTOs of retained records (product 10.12). Safe in the browser. */
const moment = z.iso.datetime();

/** A row of the list, without names and answers. */
export const retainedSummaryDto = z.object({
  _id: z.uuid(),
  erasedAt: moment,
  keepUntil: moment,
  /** The last decision, or pending if there was none. */
  outcome: z.enum(verificationStatuses),
  decidedAt: moment.nullable(),
});

/** An opened record: values by their path (`personal.ninNumber`), with numbers in full. */
export const retainedRecordDto = retainedSummaryDto.extend({
  sections: z.array(
    z.object({
      title: z.string(),
      facts: z.array(z.object({ path: z.string(), value: z.string() })),
    }),
  ),
});

export type RetainedSummaryDto = z.output<typeof retainedSummaryDto>;
export type RetainedRecordDto = z.output<typeof retainedRecordDto>;
