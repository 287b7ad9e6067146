import { describe, expect, it } from "vitest";
import { mergeInstitutions, readInstitutions, toListFile } from "./institution-list";
import { institutions } from "@/lib/reference/institutions";

const list = (...rows: string[]) => ["name,kind,nip_code,cbn_code", ...rows].join("\n");
const access = "Access Bank,commercial_bank,000014,044";

describe("a list of institutions", () => {
  it("is read with codes as text", () => {
    expect(readInstitutions(`\uFEFF${list(access, "OPay,mobile_money,100004,")}`)).toEqual([
      { name: "Access Bank", kind: "commercial_bank", nipCode: "000014", cbnCode: "044" },
      { name: "OPay", kind: "mobile_money", nipCode: "100004" },
    ]);
  });

  it.each<[string, string, RegExp]>([
    [
      "a code without its zeros",
      list("Access Bank,commercial_bank,14,044"),
      /Line 2, nip_code: Expected six/,
    ],
    [
      "a CBN code without its zero",
      list("Access Bank,commercial_bank,000014,44"),
      /cbn_code: Expected three/,
    ],
    ["an unknown kind", list("Access Bank,bank,000014,044"), /Line 2, kind/],
    ["a repeated code", list(access, "Another Bank,commercial_bank,000014,"), /Line 3: "000014" .* twice/],
    ["a repeated name", list(access, "ACCESS-BANK,commercial_bank,000099,"), /Line 3: "accessbank" .* twice/],
    [
      "an unknown column",
      "name,kind,nip_code,swift\nA Bank,commercial_bank,000001,X",
      /Unknown column "swift"/,
    ],
    ["a broken row", `${list(access)},more`, /columns|record/i],
    ["nothing", list(), /no institutions/],
  ])("with %s is refused", (_, csv, message) => expect(() => readInstitutions(csv)).toThrow(message));
});

describe("a newer list", () => {
  const present = mergeInstitutions(
    [],
    readInstitutions(list(access, "Old Bank,commercial_bank,000098,")),
  ).institutions;

  it("shows what it adds, changes and lacks; what it lacks stays, marked", () => {
    const newer = list("Access Bank Nigeria,commercial_bank,000014,045", "OPay,mobile_money,100004,");
    const { institutions: merged, changes } = mergeInstitutions(present, readInstitutions(newer));
    expect(changes).toEqual([
      "~ Access Bank: name Access Bank → Access Bank Nigeria, cbnCode 044 → 045",
      "+ OPay (100004)",
      "- Old Bank: no longer listed",
    ]);
    expect(merged.map(({ name, licensed }) => [name, licensed ?? true])).toEqual([
      ["Access Bank Nigeria", true],
      ["Old Bank", false],
      ["OPay", true],
    ]);
    expect(mergeInstitutions(merged, readInstitutions(newer)).changes).toEqual([]);
  });

  it("may say that a licence has ended", () => {
    const csv = `name,kind,nip_code,licensed\nAccess Bank,commercial_bank,000014,no\nOld Bank,commercial_bank,000098,yes`;
    const { institutions: merged, changes } = mergeInstitutions(present, readInstitutions(csv));
    expect(changes).toEqual(["~ Access Bank: no longer licensed"]);
    expect(merged[0]).toMatchObject({ cbnCode: "044", licensed: false });
  });

  it("is written as it is read, one institution per line", () => {
    const file = toListFile("2026-11-20", institutions);
    expect(JSON.parse(file)).toEqual({ date: "2026-11-20", institutions });
    expect(file.split("\n")).toHaveLength(institutions.length + 6);
  });
});
