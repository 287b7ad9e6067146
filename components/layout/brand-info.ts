import "server-only";
import { brand } from "@/lib/brand";
import type { BrandInfo } from "./brand";

/** Returns the brand as a plain object for client components. */
export const brandInfo = (): BrandInfo => ({
  name: brand.name,
  licenceLine: brand.licenceLine,
  supportEmail: brand.supportEmail,
  supportPhone: brand.supportPhone,
});
