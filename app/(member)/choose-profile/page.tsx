import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { brandInfo } from "@/components/layout/brand-info";
import { ChooseProfile } from "@/components/onboarding/choose-profile";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Choose your profile" };

export default async function ChooseProfilePage() {
  await requireUser(paths.chooseProfile());
  const { supportEmail, supportPhone } = brandInfo();
  return <ChooseProfile support={{ supportEmail, supportPhone }} />;
}
