import "server-only";
import { findLocalGovernment, findState, OTHER, states } from "@/lib/reference";
import { defineCheck, listAtMost, quote } from "./check";

/** Names of states as they appear in addresses, longest first. */
const mentions = new RegExp(
  // An address such as "12 Kano Street" may be in any state.
  `\\b(${[...states, "Abuja", "FCT"]
    .sort((a, b) => b.length - a.length)
    .join("|")
    .replaceAll(" ", "\\s+")})\\b` +
    "(?!\\s+(?:street|st|road|rd|avenue|ave|close|crescent|cres|way|lane|drive|estate|house|plaza|court|crossing|delta)\\b)",
  "gi",
);

/** Returns the states named in an address, except names that are local governments of `state`, such as Nasarawa in Kano. */
const statesIn = (address: string, state: string): string[] =>
  [...address.matchAll(mentions)]
    .map(([name]) => name)
    .filter((name) => !findLocalGovernment(state, name))
    .flatMap((name) => findState(name) ?? []);

/** Applicants can enter a local government that is not on the state's list, although the list has all 774. */
function describeUnlisted(state: string, localGovernment: string): string {
  const others = states.filter((name) => findLocalGovernment(name, localGovernment));
  const where = others.length > 0 ? ` It is one of ${listAtMost(others, 3)}.` : "";
  return `${quote(localGovernment)} is not a local government of ${state}.${where}`;
}

/** Checks that the local government is in the state, and that the address names no other state. */
export const place = defineCheck(
  "place",
  ({ personal, corporate }) => {
    const company = corporate?.company;
    if (company) {
      const { state, localGovernment, address } = company;
      const fields = ["state", "localGovernment", "address"].map((name) => `corporate.company.${name}`);
      return { fields, compared: { state, localGovernment, address } };
    }
    if (!personal) return null;
    const { stateOfResidence: state, localGovernment, residentialAddress: address } = personal;
    const fields = ["stateOfResidence", "localGovernment", "residentialAddress"];
    return {
      fields: fields.map((name) => `personal.${name}`),
      compared: { state, localGovernment, address },
    };
  },
  ({ state, localGovernment, address }) => {
    const own = findState(state);
    if (!own) return ["unavailable", `${quote(state)} is not a state in our list.`];
    const named = statesIn(address, own);
    const other = named.includes(own) ? undefined : named[0];
    const isListed = localGovernment !== OTHER;
    const warnings = [
      ...(isListed && !findLocalGovernment(own, localGovernment)
        ? [describeUnlisted(own, localGovernment)]
        : []),
      ...(other ? [`The address names ${other}, but the state is ${own}.`] : []),
    ];
    if (warnings.length > 0) return ["warning", warnings.join(" ")];
    if (!isListed) return ["unavailable", `The local government is not in our list for ${own}.`];
    return ["passed", `${localGovernment} is in ${own}, and the address names no other state.`];
  },
);
