import type { Metadata } from "next";
import { VerificationQueue } from "@/components/admin/verification-queue";
import { requireViewer } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Verification" };

export default async function VerificationPage() {
  await requireViewer(paths.adminVerification());
  return <VerificationQueue />;
}
