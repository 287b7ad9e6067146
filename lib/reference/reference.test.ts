import { describe, expect, it } from "vitest";
import statesJson from "./ng-states-lgas.json";
import {
  bankCodeOf,
  banks,
  findInstitution,
  findLocalGovernment,
  findState,
  localGovernmentsOf,
  hasValidNubanCheckDigit,
  institutions,
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

describe("institutions", () => {
  it("have unique names and codes, and the well-known ones are listed", () => {
    for (const key of ["name", "nipCode"] as const)
      expect(new Set(institutions.map((each) => each[key])).size).toBe(institutions.length);
    expect(new Set(banks.map(({ cbnCode }) => cbnCode)).size).toBe(banks.length);
    for (const [typed, name, code] of [
      ["gtbank", "Guaranty Trust Bank", "058"],
      ["OPAY", "OPay", "100004"],
      ["Moniepoint Microfinance Bank", "Moniepoint Microfinance Bank", "090405"],
      ["palm pay", "PalmPay", "100033"],
      ["Kuda Microfinance Bank", "Kuda Microfinance Bank", "090267"],
      ["9PSB", "9 Payment Service Bank", "120001"],
      ["Jaiz Bank", "Jaiz Bank", "301"],
    ] as const)
      expect([typed, findInstitution(typed)?.name, bankCodeOf(typed)]).toEqual([typed, name, code]);
    expect(institutions.filter(({ licensed }) => licensed === false).map(({ name }) => name)).toEqual([
      "Heritage Bank",
    ]);
    expect(bankCodeOf("A bank nobody knows")).toBeUndefined();
  });

  it("have the NUBAN check digits of the examples that the CBN published, and no check without a three-digit code", () => {
    const first = "First Bank of Nigeria";
    expect(bankCodeOf(first)).toBe("011");
    for (const [account, isValid] of [
      ["0000014579", true],
      ["0000000220", true],
      ["0000014578", false],
    ] as const)
      expect([account, hasValidNubanCheckDigit(first, account)]).toEqual([account, isValid]);
    expect(nubanHint(first, "0000014578")).toBe(
      "This account number does not match First Bank of Nigeria. Check both.",
    );
    expect(nubanHint(first, "0000014579")).toBeNull();
    for (const { name, cbnCode } of institutions)
      if (!cbnCode) expect([name, nubanHint(name, "8031234567")]).toEqual([name, null]);
    expect(nubanHint("A bank nobody knows", "0000014578")).toBeNull();
  });
});
