import { describe, expect, it } from "vitest";
import { compareNames, type NameMatch } from "./names";

describe("names", () => {
  it.each<[string, string, NameMatch]>([
    ["Ada Obi", "ada  OBI", "equal"],
    ["Ada Obi", "Obi, Ada", "equal"],
    ["Ọláyínká Adébáyọ̀", "Adebayo Olayinka", "equal"],
    ["Ɗanjuma Ƙasim", "Danjuma Kasim", "equal"],
    ["Anne-Marie Obi", "Obi Anne Marie", "equal"],
    ["Anne-Marie Obi", "Annemarie Obi", "equal"],
    ["Ada O'Neil", "ADA ONEIL", "equal"],
    ["Ada O’Neil", "Ada O'Neil", "equal"],
    ["Chief (Dr.) Ada Obi", "Mrs Ada Obi", "equal"],
    ["Alhaji Musa Bello", "Musa Bello", "equal"],
    ["Ada N. Obi", "Ada Nkem Obi", "partial"],
    ["Sample S.", "Sample Stranger", "different"],
    ["Sample S. Sample", "Sample Stranger", "different"],
    ["A. O.", "Ada Obi", "different"],
    ["Musa Musa", "Musa Ibrahim", "different"],
    ["Musa Ibrahim Musa", "Musa Ibrahim", "partial"],
    ["Z\u0251inab Bell\u0585", "Zainab Bello", "equal"],
    ["\u1D22\u1D00\u026A\u0274\u1D00\u0299 \u0299\u1D07\u029F\u029F\u1D0F", "Zainab Bello", "equal"],
    ["\u13AAda \u13A0bi", "Ada Dbi", "equal"],
    ["\uAB7A\uABAFada", "Acada", "equal"],
    ["Acme & Sons Ltd.", "ACME AND SONS LIMITED", "equal"],
    ["Acme Nig. Ltd", "Acme Nigeria Limited", "equal"],
    ["Chief", "chief", "equal"],
    ["Zub\u0430iru \u039fbi", "Zubairu Obi", "equal"],
    ["\u041c\u0410\u0425 \u0392ello", "Max Bello", "equal"],
    ["I\u03bdan \u039d\u03bfbi", "Ivan Nobi", "equal"],
    ["\u041c\u0430\u0440\u0438\u044f", "\u041c\u0410\u0420\u0418\u042f", "equal"],
    ["Zub\u200bai\u00adru\u2060 O\u3164bi", "Zubairu Obi", "equal"],
    ["\uff21da \ufb01fi", "Ada fifi", "equal"],
    ["Ada Obi", "Ada Nkem Obi", "partial"],
    ["Nkem Ada Obi", "Obi Ada", "partial"],
    ["Acme Limited", "Acme Foods Limited", "partial"],
    ["Ada", "Ada Obi", "different"],
    ["Ada Obi", "Ada Eze", "different"],
    ["Ada Obi", "Chidi Okafor", "different"],
    ["Ada Nkem Obi", "Ada Eze Obi", "different"],
    ["Applicant 1", "Applicant 12", "different"],
    ["Ada Obi", "", "different"],
    ["Ada Obi", "---", "different"],
  ])("%s and %s are %s", (one, other, match) => {
    expect(compareNames(one, other)).toBe(match);
    expect(compareNames(other, one)).toBe(match);
  });
});
