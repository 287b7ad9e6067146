import type { Metadata } from "next";
import { ApiKeys } from "@/components/admin/api-keys/api-keys";
import { listAdministratorNames } from "@/lib/users/super-administrators";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage() {
  const viewer = await requireViewer(paths.adminApiKeys());
  return <ApiKeys ownId={viewer.userId} owners={await listAdministratorNames()} />;
}
