import "server-only";
import { brand } from "@/lib/brand";
import type { Letterhead } from "@/lib/formats/pdf/document";

/** Returns the firm as a party to an agreement: registered name, number and address. */
export const firmParty = (): string[] => {
  const { legalName, registrationNumber, address } = brand.company;
  return [legalName, registrationNumber, address];
};

/** Returns the letterhead from the configuration. */
export const letterhead = (): Letterhead => ({
  name: brand.name,
  lines: [
    ...firmParty(),
    [brand.supportEmail, brand.supportPhone].filter(Boolean).join(" | "),
    brand.licenceLine,
  ],
});
