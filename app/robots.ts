import type { MetadataRoute } from "next";
import { siteEnv } from "@/lib/env";

/** Pages that require a login are not indexed. */
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/admin", "/dashboard", "/profile", "/dev/", "/verify-email", "/reset-password"],
    },
    sitemap: new URL("/sitemap.xml", siteEnv().APP_URL).href,
  };
}
