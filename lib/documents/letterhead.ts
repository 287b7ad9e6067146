import "server-only";
import { brand } from "@/lib/brand";
import type { Letterhead } from "@/lib/formats/pdf/document";

/** Returns the letterhead from the configuration. */
export const letterhead = (): Letterhead => {
  const { legalName, registrationNumber, address } = brand.company;
  return {
    name: brand.name,
    lines: [
      legalName,
      registrationNumber,
      address,
      [brand.supportEmail, brand.supportPhone].filter(Boolean).join(" | "),
      brand.licenceLine,
    ],
  };
};
