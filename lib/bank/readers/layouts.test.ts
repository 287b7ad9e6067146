import fc from "fast-check";
import { expect, it } from "vitest";
import { booking, layout, write } from "../../../tests/support/statement-layouts";
import { csvMappingSchema, type DateOrder } from "./csv-mapping-schema";
import { describe as describeFile, parse } from "./parse-statement";

/** A statement written in any layout is read back as it was, with the guessed mapping. */
it("a statement in any layout is read back as it was written", () =>
  fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 2, maxLength: 12 }), layout, async (some, how) => {
      const bookings = some.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
      // Nothing may show the order of a file with one day only.
      fc.pre(bookings[0]!.on !== bookings.at(-1)!.on);
      const file = new TextEncoder().encode(write(bookings, how));
      const { guess } = await describeFile(file);
      const dateOrder = how.day.slice(0, 3) as DateOrder;
      if (guess?.dateOrder) expect(["dmy", dateOrder]).toContain(guess.dateOrder);
      const mapping = csvMappingSchema.parse({ ...guess, dateOrder });
      const { lines, account } = await parse(file, mapping, "2026-11-27");
      expect(
        lines.map(({ on, amountKobo, narration }) => ({ on, kobo: amountKobo, text: narration })),
      ).toEqual(bookings.map((each) => ({ ...each, text: each.text.replace(/ +/g, " ") })));
      expect(lines.every(({ balanceKobo }) => (balanceKobo === null) === (how.balance === "none"))).toBe(
        true,
      );
      expect(account).toBe(how.preamble ? "0123456789" : null);
    }),
    { numRuns: 300 },
  ));
