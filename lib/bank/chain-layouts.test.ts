import fc from "fast-check";
import { expect, it } from "vitest";
import { FormatError } from "@/lib/formats/format-error";
import { Account } from "../../tests/support/chain-account";
import { booking, layout, write, type Booking } from "../../tests/support/statement-layouts";
import { balanceLines, isBalanced } from "./readers/balanced-lines";
import { csvMappingSchema, type DateOrder } from "./readers/csv-mapping-schema";
import { describe as describeFile, parse } from "./readers/parse-statement";

/** Overlapping files of one account in random layouts, in any order and repeated (ADR 51). */
const RUNS = Number(process.env.CHAIN_RUNS ?? 100);

const sum = (bookings: readonly Booking[]) => bookings.reduce((total, { kobo }) => total + kobo, 0n);
const nameOf = ({ on, kobo }: { on: string; kobo: bigint }) => `${on} ${kobo}`;

const cut = fc.record({ from: fc.nat(14), count: fc.integer({ min: 1, max: 9 }), how: layout });

it("each line of the bank is stored once, or its file is refused (threat 76)", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(booking, { minLength: 1, maxLength: 15 }),
      fc.array(cut, { minLength: 1, maxLength: 6 }),
      async (some, cuts) => {
        const bank = some.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
        const account = new Account();
        const seen = new Set<number>();
        for (const { from, count, how } of cuts) {
          const start = bank.findIndex(({ on }) => on === bank[from]?.on);
          const bookings = start < 0 ? [] : bank.slice(start, from + count);
          if (bookings.length === 0) continue;
          const opening = 10n ** 9n + sum(bank.slice(0, start));
          const file = new TextEncoder().encode(write(bookings, how, opening));
          const { guess } = await describeFile(file);
          const dateOrder = how.day.slice(0, 3) as DateOrder;
          const mapping = csvMappingSchema.safeParse({ ...guess, dateOrder });
          // A person would be asked, such as for the meaning of a minus.
          if (!mapping.success) continue;
          const statement = await parse(file, mapping.data, "2026-11-27").catch((error: Error) => {
            expect(error).toBeInstanceOf(FormatError);
          });
          if (!statement) continue;
          const { lines } = statement;
          const balanced = isBalanced(lines) ? lines : balanceLines(lines, opening + sum(bookings));
          if (account.import(balanced) !== "continues") continue;
          for (let index = start; index < start + bookings.length; index += 1) seen.add(index);
          const expected = bank.filter((_, index) => seen.has(index));
          expect(account.links.map((link) => nameOf({ ...link, kobo: link.amountKobo })).toSorted()).toEqual(
            expected.map(nameOf).toSorted(),
          );
          expect(account.links.at(-1)!.balanceKobo).toBe(
            10n ** 9n + sum(bank.slice(0, Math.max(...seen) + 1)),
          );
        }
      },
    ),
    { numRuns: RUNS },
  ));
