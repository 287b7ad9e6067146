import type { Metadata } from "next";
import { Webhooks } from "@/components/admin/webhooks/webhooks";
import { listAdministratorNames } from "@/lib/users/super-administrators";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const viewer = await requireViewer(paths.adminWebhooks());
  return <Webhooks ownId={viewer.userId} owners={await listAdministratorNames()} />;
}
