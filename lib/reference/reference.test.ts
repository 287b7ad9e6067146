import { describe, expect, it } from "vitest";
import banksJson from "./ng-banks.json";
import statesJson from "./ng-states-lgas.json";
import {
  banks,
  findLocalGovernment,
  findState,
  localGovernmentsOf,
  hasValidNubanCheckDigit,
  nubanHint,
  states,
} from ".";

describe("states and local governments", () => {
  it("are 36 states and the FCT with 774 local governments", () => {
    expect(states).toHaveLength(37);
    expect(states.reduce((sum, state) => sum + localGovernmentsOf(state).length, 0)).toBe(774);
    expect(statesJson.total).toBe(774);
  });

  it("are unique within their state", () => {
    for (const state of states) {
      const names = localGovernmentsOf(state);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(findLocalGovernment(state, name)).toBe(name);
    }
  });

  it("are found in any spelling and returned in the canonical one", () => {
    for (const name of ["FCT", "abuja", "Federal-Capital Territory", "F.C.T"]) {
      expect(findState(name)).toBe("Federal Capital Territory");
    }
    expect(findState(" akwa-ibom")).toBe("Akwa Ibom");
    expect(findState("Wakanda")).toBeNull();
    expect(findLocalGovernment("Abia", "umu nneochi")).toBe("Umu-Nneochi");
    expect(findLocalGovernment("Lagos", "Umu-Nneochi")).toBeNull();
    for (const state of statesJson.states) {
      for (const [canonical, aliases] of Object.entries(state.aliases)) {
        for (const alias of aliases as string[])
          expect(findLocalGovernment(state.name, alias)).toBe(canonical);
      }
    }
  });
});

describe("banks", () => {
  it("are the 18 banks of product 3, one of which is no longer licensed", () => {
    expect(banks).toHaveLength(18);
    expect(banks.filter((bank) => !bank.licensed).map((bank) => bank.name)).toEqual(["Heritage Bank"]);
  });

  it("have the NUBAN check digits of the published examples", () => {
    const nameOf = (code: string) => banksJson.banks.find((bank) => bank.cbnCode === code)!.name;
    for (const { bank, account, valid } of banksJson.nuban.vectors) {
      expect([account, hasValidNubanCheckDigit(nameOf(bank), account)]).toEqual([account, valid]);
    }
    for (const bank of banksJson.banks)
      expect(hasValidNubanCheckDigit(bank.name, bank.validSampleAccount)).toBe(true);
    expect(nubanHint(nameOf("011"), "0000014578")).toBe(
      "This account number does not match First Bank of Nigeria. Check both.",
    );
    expect(nubanHint(nameOf("011"), "0000014579")).toBeNull();
    expect(nubanHint("A bank nobody knows", "0000014578")).toBeNull();
  });
});
