import * as z from "zod";

/** Reasons why a part of a submission must be changed, in words for the applicant (product 10.16). Safe in the browser. */
export const partReasons = {
  blurred: "It is blurred or hard to read",
  expired: "It has expired",
  name_differs: "The name differs from your other answers",
  number_differs: "The number differs from your document",
  too_old: "It is older than 3 months",
  renewal: "It must be renewed",
  wrong_document: "It is not the document we asked for",
  other: "It needs a correction",
} as const;
export type PartReason = keyof typeof partReasons;
export const partReason = z.enum(Object.keys(partReasons) as PartReason[], "Choose a reason");

/** A change requested from the applicant. `part` is a path in the submission's answers, `label` its name. */
export const requestedChangeDto = z.object({
  part: z.string(),
  label: z.string(),
  reason: partReason,
  note: z.string().nullable(),
});
export type RequestedChangeDto = z.output<typeof requestedChangeDto>;

/** Describes a change, as in `It is blurred or hard to read. Please photograph it in daylight.` */
export const describeChange = ({ reason, note }: Pick<RequestedChangeDto, "reason" | "note">): string =>
  `${partReasons[reason]}.${note ? ` ${note}` : ""}`;
