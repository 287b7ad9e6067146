import "server-only";
import { siteEnv } from "@/lib/env";

/** The public identity of the company. It is configuration, so that no licence is claimed by default (product 10.1). */
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
