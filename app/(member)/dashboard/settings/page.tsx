import { Settings } from "lucide-react";
import type { Metadata } from "next";

import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Settings" };

export default async function DashboardSettingsPage() {
  await requirePage(paths.dashboardSettings());
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6">
      <PageHeading title="Settings">How this site looks and behaves for you.</PageHeading>
      <EmptyState icon={<Settings className="size-6" />} title="Nothing to set yet">
        Menus, notifications and appearance will be adjustable here. For now this site follows the light or
        dark setting of your device.
      </EmptyState>
    </div>
  );
}
