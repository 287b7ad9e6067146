import type { Metadata } from "next";
import { ProfilePageFrame } from "@/components/account/profile-section";
import { requireUser, requireViewer } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";
import { SecuritySections, securityAnchors } from "../../security-sections";

export const metadata: Metadata = { title: "Account security" };

export default async function AccountSecurityPage() {
  const viewer = await requireViewer(paths.accountSecurity());
  const user = await requireUser(paths.accountSecurity());
  return (
    <ProfilePageFrame title="Account security" intro={user.email} anchors={securityAnchors}>
      <SecuritySections viewer={viewer} user={user} />
    </ProfilePageFrame>
  );
}
