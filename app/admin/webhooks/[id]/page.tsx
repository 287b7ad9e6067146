import type { Metadata } from "next";
import { Deliveries } from "@/components/admin/webhooks/deliveries";
import { notFound } from "@/lib/errors";
import { paths } from "@/lib/routes/paths";
import { listAdministratorNames } from "@/lib/users/super-administrators";
import { listWebhooks } from "@/lib/webhooks/queries";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Deliveries" };

export default async function DeliveriesPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await requireViewer(paths.adminWebhook(id));
  const webhook = (await listWebhooks()).find(({ _id }) => _id === id);
  if (!webhook) throw notFound();
  return <Deliveries webhook={webhook} ownId={viewer.userId} owners={await listAdministratorNames()} />;
}
