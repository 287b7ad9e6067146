import type { Metadata } from "next";
import { LineRules } from "@/components/admin/bank/line-rules";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Rules" };

export default async function LineRulesPage() {
  await requireViewer(paths.adminLineRules());
  return <LineRules />;
}
