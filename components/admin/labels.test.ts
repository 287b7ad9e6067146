import { formatCount } from "@/components/ui/format";
import { describe, expect, it } from "vitest";
import { percent } from "@/lib/percent";
import { displayName, fullDisplayName, matchesPerson, personOf, roleTypeLabel } from "./labels";

describe("labels of the back office", () => {
  it("name the role and the investor type", () => {
    expect(roleTypeLabel({ role: "investor", isSuper: false, investorType: "corporate" })).toBe(
      "Corporate Investor",
    );
    expect(roleTypeLabel({ role: "investor", isSuper: false, investorType: "none" })).toBe("Investor");
    expect(roleTypeLabel({ role: "startup", isSuper: false, investorType: "none" })).toBe("Startup");
    expect(roleTypeLabel({ role: "admin", isSuper: true, investorType: "none" })).toBe("Super Administrator");
  });

  it("fall back to the email address", () => {
    expect(displayName({ name: "  ", companyName: null, email: "a@demo.example" })).toBe("a@demo.example");
  });

  it("name a company first, and the person who filled in its form second", () => {
    const company = { name: "Ada Obi", companyName: "Acme Limited", email: "ada@demo.example" };
    expect([displayName(company), personOf(company)]).toEqual(["Acme Limited", "Ada Obi"]);
    expect(fullDisplayName(company)).toBe("Acme Limited (Ada Obi)");
    expect(fullDisplayName({ ...company, name: "" })).toBe("Acme Limited (ada@demo.example)");
    const individual = { ...company, companyName: null };
    expect([fullDisplayName(individual), personOf(individual)]).toEqual(["Ada Obi", null]);
  });

  it("round a percentage and return 0 for 0 of 0", () => {
    expect(percent(1, 3)).toBe(33);
    expect(percent(2, 3)).toBe(67);
    expect(percent(0, 0)).toBe(0);
  });

  it("group thousands", () => {
    expect(formatCount(12345)).toBe("12,345");
  });

  it("match name, email address or phone number, and all users for an empty search", () => {
    const ada = {
      name: "Ada Obi",
      companyName: "Acme Limited",
      email: "ada@demo.example",
      phone: "8012345678",
    };
    expect(matchesPerson(ada, " OBI ")).toBe(true);
    expect(matchesPerson(ada, "demo.ex")).toBe(true);
    expect(matchesPerson(ada, "2345")).toBe(true);
    expect(matchesPerson(ada, "")).toBe(true);
    expect(matchesPerson(ada, "acme")).toBe(true);
    expect(matchesPerson(ada, "bola")).toBe(false);
  });
});
