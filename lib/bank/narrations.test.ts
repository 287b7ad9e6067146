import { describe, expect, it } from "vitest";
import { referencesIn } from "./matching-rules";
import { sendersOf } from "./sender-rules";

/**
 * A golden set of narrations in the shapes of Nigerian banks, with invented names: what a person reads in them. The investments have the
 * references A, B and C.
 */
const A = "SDL-7KK4-7K9F";
const B = "SDL-H879-H4RH";
const C = "SDL-FACE-HJMM";

interface Golden {
  counterparty?: string;
  /** The references that it contains. */
  exact?: string[];
  /** A reference that it contains with a typo. */
  mistyped?: string;
  /** The sender; null if the line does not say. */
  sender: string | null;
  /** Whether the sender is only a guess. */
  isGuess?: true;
}

const golden: [string, Golden][] = [
  // Interbank transfers, with fields
  ["NIP/KUDA/ADAEZE OKONKWO/SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  [
    "NIP/KUDA/ADAEZE OKONKWO/SDL7KK47K9F/000013261127113859000123456789",
    { exact: [A], sender: "ADAEZE OKONKWO" },
  ],
  ["NIP/GTB/BELLO MUSA IBRAHIM/INVESTMENT SDL 7KK4 7K9F", { exact: [A], sender: "BELLO MUSA IBRAHIM" }],
  ["NIP/UNITED BANK FOR AFRICA/TUNDE ADEWALE/SDL.7KK4.7K9F", { exact: [A], sender: "TUNDE ADEWALE" }],
  ["NIP/FIRST BANK OF NIGERIA/ZAINAB BELLO/SDL_7KK4_7K9F", { exact: [A], sender: "ZAINAB BELLO" }],
  ["NIP:OPAY/CHIDI EZE/SDL-7KK4-7K9F", { exact: [A], sender: "CHIDI EZE" }],
  ["NIP/OPAY DIGITAL SERVICES LIMITED/CHIDI EZE/7KK4-7K9F", { exact: [A], sender: "CHIDI EZE" }],
  ["NIP/ACCESS/EZE, CHIDI/sdl-7kk4-7k9f", { exact: [A], sender: "EZE, CHIDI" }],
  ["NIP|WEMA|FUNKE O. BALOGUN|SDL*7KK4*7K9F", { exact: [A], sender: "FUNKE O. BALOGUN" }],
  ["NIP/ZENITH/KUDIHUB TECHNOLOGIES LTD/SDL-7KK4-7K9F", { exact: [A], sender: "KUDIHUB TECHNOLOGIES LTD" }],
  ["NIP/PALMPAY/MRS NGOZI OBI-EZE/Sdl 7kk47k9f", { exact: [A], sender: "MRS NGOZI OBI-EZE" }],
  ["NIP/STERLING/O'NEIL ADEOLA/REF:SDL-7KK4-7K9F", { exact: [A], sender: "O'NEIL ADEOLA" }],
  ["NIP CR/ADAEZE OKONKWO/GTB/SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["NIP TRANSFER FROM ADAEZE OKONKWO/SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["NIP/MONIEPOINT MFB/YUSUF DANJUMA/", { sender: "YUSUF DANJUMA" }],
  ["NIP/KUDA/ADAEZE OKONKWO/SCHOOL FEES", { sender: "ADAEZE OKONKWO" }],
  ["NIP/KUDA//SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["NIP/GTB/INVESTMENT PLAN/SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["FIP:GTB/ADAEZE OKONKWO/SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["FIP:MB:UBA/HALIMA ABUBAKAR/SDL7KK4-7K9F", { exact: [A], sender: "HALIMA ABUBAKAR" }],
  ["FIP:FCMB/EMEKA NWOSU/RENT FOR MARCH", { sender: "EMEKA NWOSU" }],
  ["MOB:UTO/ADAEZE OKONKWO/SDL-7KK4-7K9F/1234567890", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["MOB:TRF/KEMI FASHOLA TO SEEDLINE CAPITAL/SDL 7KK47K9F", { exact: [A], sender: "KEMI FASHOLA" }],
  ["MOBILE/UNION/OBINNA KANU/SDL-7KK4-7K9F", { exact: [A], sender: "OBINNA KANU" }],
  ["NEFT/CITIBANK/SAMUEL AKANDE/SDL-7KK4-7K9F", { exact: [A], sender: "SAMUEL AKANDE" }],
  ["RTGS/STANBIC IBTC BANK/PETER OKORO/SDL-7KK4-7K9F", { exact: [A], sender: "PETER OKORO" }],

  // "From" and "to"
  ["TRF FRM ADAEZE OKONKWO TO SEEDLINE CAPITAL SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["TRF FRM ADAEZE OKONKWO TO SEEDLINE", { sender: "ADAEZE OKONKWO" }],
  ["TRF FROM BLESSING IDRIS REF SDL-7KK4-7K9F", { exact: [A], sender: "BLESSING IDRIS" }],
  ["MOB TRF FRM MERCY LAWAL SDL7KK47K9F", { exact: [A], sender: "MERCY LAWAL" }],
  ["NXG :TRFFRM ADAEZE OKONKWO TO SEEDLINE CAPITAL:SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["NXG :TRFFRM GRACE OGUNLEYE SDL 7KK4-7K9F", { exact: [A], sender: "GRACE OGUNLEYE" }],
  ["TRANSFER FROM: IFEOMA OKAFOR | SDL-7KK4-7K9F", { exact: [A], sender: "IFEOMA OKAFOR" }],
  ["Transfer from Ifeoma Okafor for investment SDL-7KK4-7K9F", { exact: [A], sender: "Ifeoma Okafor" }],
  ["FROM KELECHI EKWUEME VIA GTWORLD SDL-7KK4-7K9F", { exact: [A], sender: "KELECHI EKWUEME" }],
  ["ONB TRF FRM UCHE OBI/SDL-7KK4-7K9F", { exact: [A], sender: "UCHE OBI" }],
  ["CASH DEPOSIT BY HASSAN BELLO SDL-7KK4-7K9F", { exact: [A], sender: "HASSAN BELLO" }],
  ["INWARD TRANSFER B/O TEMITOPE SALAMI SDL-7KK4-7K9F", { exact: [A], sender: "TEMITOPE SALAMI" }],
  ["TRF FRM SAVINGS ACCOUNT TO SEEDLINE SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["DAMILOLA ADEYEMI TO SEEDLINE CAPITAL LTD", { sender: "DAMILOLA ADEYEMI" }],
  ["TRANSFER TO SEEDLINE CAPITAL SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["FROM GTBANK SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["TRF FRM 0123456789 SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["FROM A. OBI SDL-7KK4-7K9F", { exact: [A], sender: "A. OBI", isGuess: true }],

  // Phones, cards and counters
  ["*737*2*50000*0123456789# SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["USSD *737* ADAEZE OKONKWO SDL7KK47K9F", { exact: [A], sender: "ADAEZE OKONKWO", isGuess: true }],
  ["USSD/*901*/TRF/SDL 7KK4 7K9F", { exact: [A], sender: null }],
  ["POS TRF 2KUD1234 SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["POS/WEB PURCHASE 8472938475 LAGOS NG", { sender: null }],
  ["ATM CASH DEP 00123 SDL7KK47K9F", { exact: [A], sender: null }],
  ["CSH DEP SDL/7KK4/7K9F", { exact: [A], sender: null }],

  // Name and reference only
  ["ADAEZE OKONKWO/SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO", isGuess: true }],
  ["SDL-7KK4-7K9F/ADAEZE OKONKWO", { exact: [A], sender: "ADAEZE OKONKWO", isGuess: true }],
  ["ADAEZE OKONKWO SDL-7KK4-7K9F", { exact: [A], sender: "ADAEZE OKONKWO", isGuess: true }],
  ["GOLDEN EAGLE/SDL-7KK4-7K9F", { exact: [A], sender: "GOLDEN EAGLE", isGuess: true }],
  ["INVESTMENT/SDL-7KK4-7K9F", { exact: [A], sender: null }],
  ["SDL-7KK4-7K9F", { exact: [A], sender: null }],

  // The counterparty column
  ["SDL-7KK4-7K9F", { counterparty: "OKONKWO ADAEZE", exact: [A], sender: "OKONKWO ADAEZE" }],
  [
    "NIP/GTB/TUNDE ADEWALE/SDL-7KK4-7K9F",
    { counterparty: "NIP CLEARING ACCOUNT", exact: [A], sender: "TUNDE ADEWALE" },
  ],
  ["TRF FRM TUNDE ADEWALE", { counterparty: "GUARANTY TRUST BANK PLC", sender: "TUNDE ADEWALE" }],
  ["SDL-7KK4-7K9F", { counterparty: "OPAY DIGITAL SERVICES LIMITED", exact: [A], sender: null }],
  ["SDL-7KK4-7K9F", { counterparty: "TRANSFER FROM TUNDE ADEWALE", exact: [A], sender: "TUNDE ADEWALE" }],

  // Cut, wrapped, without separators, glued
  ["NIP/KUDA/ADAEZE OKONKWO/SDL-7K", { sender: "ADAEZE OKONKWO" }],
  ["NIP/GTB/ADAEZE OKONKWO/SDL-7KK4-7K9", { sender: "ADAEZE OKONKWO" }],
  ["TRF FRM ADAEZE CHIAMAKA OKONKW", { sender: "ADAEZE CHIAMAKA OKONKW" }],
  ["MOB:UTO/ADAEZE OKONKWO/INVESTMENT/SDL-7KK4-7K9F/SE", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["NIP/KUDA/ADAEZE OKONKWO/INVESTMENT SDL-7KK4\n-7K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["NIP/KUDA/ADAEZE OKONKWO/SD\nL7KK47K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["NIP/KUDA/ADAEZE OKONKWO/REFSDL7KK47K9F", { exact: [A], sender: "ADAEZE OKONKWO" }],
  ["TRFFRMADAEZEOKONKWOSDL7KK47K9F", { exact: [A], sender: null }],
  ["SDL7KK47K9FADAEZE", { exact: [A], sender: null }],
  ["PAYMENTSDL-7KK4-7K9F000123", { exact: [A], sender: null }],
  ["S D L 7 K K 4 7 K 9 F", { exact: [A], sender: null }],
  ["SDL - 7KK4 - 7K9F", { exact: [A], sender: null }],
  ["SDL–7KK4–7K9F", { exact: [A], sender: null }],
  ["(SDL)[7KK4]{7K9F}", { exact: [A], sender: null }],
  ["ＳＤＬ－７ＫＫ４－７Ｋ９Ｆ", { exact: [A], sender: null }],
  ["SDL\u200B-7KK4\u00AD-7K\u200D9F", { exact: [A], sender: null }],
  ["for 7KK4 7K9F", { exact: [A], sender: null }],
  ["7KK47K9F", { exact: [A], sender: null }],

  // Look-alikes
  ["5DL-7KK4-7K9F", { exact: [A], sender: null }],
  ["SD1-7KK4-7K9F", { exact: [A], sender: null }],
  ["SDI 7KK4 7K9F", { exact: [A], sender: null }],
  ["S0L/7KK4/7K9F", { exact: [A], sender: null }],
  ["SDL-HB79-H4RH", { exact: [B], sender: null }],
  ["NIP/KUDA/ADAEZE OKONKWO/SDL-HB79-H4RH", { exact: [B], sender: "ADAEZE OKONKWO" }],

  // References of letters only
  ["NIP/KUDA/ADAEZE OKONKWO/SDL-FACE-HJMM", { exact: [C], sender: "ADAEZE OKONKWO" }],
  ["NIP/KUDA//SDL-FACE-HJMM", { exact: [C], sender: null }],
  ["NIP/KUDA//FACE-HJMM", { exact: [C], sender: null }],
  ["NIP/KUDA//FACE HJMM", { exact: [C], sender: null }],
  ["FROM SDL FACE HJMM", { exact: [C], sender: null }],
  ["Transfer", { counterparty: "Transfer SDL-FACE-HJMM", sender: null }],

  // Typos
  ["SDL-7KK4-7K9E", { mistyped: A, sender: null }],
  ["SDL-7K4K-7K9F", { mistyped: A, sender: null }],
  ["NIP/KUDA/ADAEZE OKONKWO/SDL-7KK4-7KQF", { mistyped: A, sender: "ADAEZE OKONKWO" }],
  ["SDL 0KK4 7K9F", { mistyped: A, sender: null }],
  ["7KK4-7K9E", { mistyped: A, sender: null }],
  ["SDL-7KK4-IK9F", { mistyped: A, sender: null }],

  // Two references
  ["NIP/KUDA/ADAEZE OKONKWO/SDL-7KK4-7K9F SDL-H879-H4RH", { exact: [A, B], sender: "ADAEZE OKONKWO" }],
  ["SDL-H879-H4RH AND SDL-7KK4-7K9F", { exact: [B, A], sender: null }],
  ["SDL7KK47K9FSDLH879H4RH", { exact: [A, B], sender: null }],
  ["7KK4-7K9F/H879-H4RH", { exact: [A, B], sender: null }],
  ["SDL-7KK4-7K9F, SDL-7KK4-7K9F", { exact: [A], sender: null }],

  // Nothing
  ["", { sender: null }],
  ["TRANSFER FROM JOHN TO FIRM ACCOUNT 0123456789", { sender: "JOHN", isGuess: true }],
  ["SMS ALERT CHARGE NOV 2026", { sender: null }],
  ["NIP CHARGE VAT 53.75", { sender: null }],
  ["000013261127113859000123456789", { sender: null }],
  ["FT26331KX9TC", { sender: null }],
  ["2026-1127 8452-7733", { sender: null }],
  ["MERCHANT SETTLEMENT 8765-4329", { sender: null }],
  ["SOLA PETERS/GIFT", { sender: "SOLA PETERS", isGuess: true }],
  ["BUSINESS DLAMINI EXCHANGE", { sender: null }],
];

describe("the golden set of narrations", () => {
  it("has at least 80", () => expect(golden.length).toBeGreaterThanOrEqual(80));

  it.each(golden)("%j has its references", (narration, { exact = [], mistyped }) => {
    const found = referencesIn(narration);
    expect(found.exact).toEqual(exact);
    if (mistyped) expect(found.mistyped).toContain(mistyped);
    else expect(found.mistyped).toEqual([]);
  });

  it.each(golden)("%j has its sender", (narration, { counterparty = "", sender, isGuess = false }) => {
    const [found] = sendersOf({ narration, counterparty });
    expect(found ? { name: found.name, isGuess: !found.isCertain } : null).toEqual(
      sender === null ? null : { name: sender, isGuess },
    );
  });
});
