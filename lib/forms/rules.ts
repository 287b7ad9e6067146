import { type z } from "zod";
import { OTHER, findLocalGovernment, findState } from "@/lib/reference";
import { entriesOf, type Fields } from "./definition";

type Values = Partial<Record<string, string>>;
interface Rule {
  field: string;
  message: string;
  holds: (values: Values) => boolean;
}

/**
 * Returns the cross-field rules of a group: `Other` must be specified, a field that is asked because of another one must be filled in, and a
 * local government must belong to its state (product 5.1).
 */
function crossRules(fields: Fields): Rule[] {
  return entriesOf(fields).flatMap(([field, { input, otherOf, otherMessage, onlyIf }]): Rule[] => {
    if (otherOf && otherMessage) {
      return [{ field, message: otherMessage, holds: (v) => v[otherOf] !== OTHER || !!v[field]?.trim() }];
    }
    if (onlyIf) {
      const { values, message, valid = (text) => text !== "" } = onlyIf;
      const holds: Rule["holds"] = ({ [onlyIf.field]: value = "", [field]: text = "" }) =>
        !values.includes(value) || valid(text.trim());
      return [{ field, message, holds }];
    }
    if (input.kind === "state") {
      return [
        { field, message: "Select a valid state", holds: (v) => !v[field] || findState(v[field]) !== null },
      ];
    }
    if (input.kind !== "localGovernment") return [];
    return [
      {
        field,
        message: "Select a valid Local Government for the chosen state",
        holds: ({ [input.state]: state, [field]: area }) =>
          !state || !area || area === OTHER || !findState(state) || findLocalGovernment(state, area) !== null,
      },
    ];
  });
}

/**
 * Adds the cross-field rules to a form's schema. They also run while other fields are invalid, so that all errors of a step are shown
 * together, and receive only the fields that contain text.
 */
export const withCrossRules = <S extends z.ZodObject>(schema: S, ...groups: Fields[]): S =>
  groups.flatMap(crossRules).reduce(
    (refined, { field, message, holds }) =>
      refined.refine(
        (value: object) =>
          holds(Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === "string"))),
        {
          path: [field],
          message,
          when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
        },
      ),
    schema,
  );
