import "server-only";
import { siteEnv } from "@/lib/env";

/** The product's public identity. Configuration, so that nothing claims a licence nobody configured (product 10.1). */
export const brand = {
  get name() {
    return siteEnv().BRAND_NAME;
  },
  get licenceLine() {
    return siteEnv().BRAND_LICENCE_LINE;
  },
  get supportEmail() {
    return siteEnv().BRAND_SUPPORT_EMAIL;
  },
  get supportPhone() {
    return siteEnv().BRAND_SUPPORT_PHONE;
  },
};
