import { placeKey } from "./institutions";
import statesJson from "./ng-states-lgas.json";

export * from "./institutions";
export { OTHER } from "./options";

/**
 * Reference data of product 3: the 36 states and the FCT with their 774 local governments, and the institutions that receive transfers.
 * Sources and licences are in docs/reference-data.md.
 */
interface StateEntry {
  name: string;
  lgas: string[];
  /** Alternative spellings by canonical name. */
  aliases: Record<string, string[]>;
}
const entries = statesJson.states as unknown as StateEntry[];

export const states: readonly string[] = entries.map((entry) => entry.name);

const FCT = "Federal Capital Territory";
const stateByKey = new Map([
  ...entries.map(({ name }) => [placeKey(name), name] as const),
  ...["FCT", "Abuja", "FCT Abuja", "Abuja FCT"].map((alias) => [placeKey(alias), FCT] as const),
]);

const areasByState = new Map(
  entries.map(({ name, lgas, aliases }) => {
    const spellings = [
      ...Object.entries(aliases).flatMap(([area, others]) => others.map((other) => [other, area] as const)),
      ...lgas.map((area) => [area, area] as const),
    ];
    const byKey = new Map(spellings.map(([spelling, area]) => [placeKey(spelling), area]));
    return [name, { names: lgas, byKey }];
  }),
);

/** Returns the canonical name of a state, or null. */
export const findState = (name: string): string | null => stateByKey.get(placeKey(name)) ?? null;

/** Returns the local governments of a state in any accepted spelling; empty for an unknown state. */
export function localGovernmentsOf(state: string): readonly string[] {
  const name = findState(state);
  return (name && areasByState.get(name)?.names) || [];
}

/** Returns the canonical name of a local government in that state, or null. */
export function findLocalGovernment(state: string, name: string): string | null {
  const canonical = findState(state);
  return (canonical && areasByState.get(canonical)?.byKey.get(placeKey(name))) || null;
}
