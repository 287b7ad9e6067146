import type { MetadataRoute } from "next";
import { siteEnv } from "@/lib/env";
import { listPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";

/** Plans change without a build. */
export const dynamic = "force-dynamic";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const plans = await listPlans();
  const pages = [
    paths.home(),
    paths.about(),
    paths.assetFinancing(),
    paths.plans(),
    ...plans.map(({ slug }) => paths.plan(slug)),
    paths.team(),
    paths.contact(),
    paths.privacy(),
    paths.terms(),
    paths.login(),
    paths.register(),
  ];
  return pages.map((path) => ({ url: new URL(path, siteEnv().APP_URL).href }));
}
