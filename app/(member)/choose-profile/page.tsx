import type { Metadata } from "next";
import { brandInfo } from "@/components/layout/brand-info";
import { ChooseProfile } from "@/components/verification/choose-profile";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Choose your profile" };

export default async function ChooseProfilePage() {
  await requireUser(paths.chooseProfile());
  const { supportEmail, supportPhone } = brandInfo();
  return <ChooseProfile support={{ supportEmail, supportPhone }} />;
}
