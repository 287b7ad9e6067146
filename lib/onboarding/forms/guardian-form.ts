import * as z from "zod";
import { isMinorToday } from "@/lib/age";
import { pastDate } from "@/lib/forms/atoms";
import type { Group } from "@/lib/forms/definition";
import * as common from "./common-form";

const relationships = ["Parent", "Legal guardian"] as const;

/** The identity that a parent or guardian gives with their consent (product 10.24). Safe in the browser. */
export const guardianGroup = {
  title: "Parent or Guardian",
  step: 0,
  table: "guardians",
  fields: {
    fullName: { ...common.fullName, input: { kind: "text", autoComplete: "name", autoCapitalize: "words" } },
    relationship: {
      label: "You are the applicant's",
      reviewLabel: "Relationship",
      schema: z.enum(relationships, "Please select an option"),
      input: { kind: "select", options: relationships },
      initial: relationships[0],
    },
    phoneNumber: common.phoneNumber,
    dateOfBirth: {
      label: "Your date of birth",
      reviewLabel: "Date of birth",
      schema: pastDate("Date of birth is required").refine(
        (value) => !isMinorToday(value),
        "A parent or guardian must be 18 or older",
      ),
      input: { kind: "date", autoComplete: "bday" },
    },
    ninNumber: {
      ...common.ninNumber,
      label: "Your NIN",
      reviewLabel: "NIN",
      formSchema: common.ninNumber.schema,
    },
  },
} as const satisfies Group;
