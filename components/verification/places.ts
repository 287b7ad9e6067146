import { findLocalGovernment, localGovernmentsOf, OTHER } from "@/lib/reference";

/**
 * A local government that is not in the state's list moves to the 'Other' field (product 4.4). Spelling variants that the reference
 * data knows take their canonical form.
 */
export function normalizeLocalGovernment(
  state: string,
  localGovernment: string,
  other: string,
): { localGovernment: string; localGovernmentOther: string } {
  if (!localGovernment || localGovernment === OTHER || !state) {
    return { localGovernment: state ? localGovernment : "", localGovernmentOther: other };
  }
  const known = findLocalGovernment(state, localGovernment);
  return known
    ? { localGovernment: known, localGovernmentOther: other }
    : { localGovernment: OTHER, localGovernmentOther: localGovernment };
}

/** What the local government becomes when the state changes: kept only if it belongs to the new one. */
export function localGovernmentAfterStateChange(state: string, localGovernment: string): string {
  if (localGovernment === OTHER) return OTHER;
  return localGovernmentsOf(state).includes(localGovernment) ? localGovernment : "";
}
