import type { Metadata } from "next";
import { DetailsForm } from "@/components/account/details-form";
import { ProfilePageFrame, ProfileSection } from "@/components/account/profile-section";
import { brandInfo } from "@/components/layout/brand-info";
import { formatDate } from "@/components/ui/format";
import { requireUser, requireViewer } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";
import { SecuritySections, securityAnchors } from "../security-sections";

export const metadata: Metadata = { title: "Profile" };

const details = { id: "details", title: "Your details" };

export default async function ProfilePage() {
  const viewer = await requireViewer(paths.profile());
  const user = await requireUser(paths.profile());
  return (
    <ProfilePageFrame
      title="Profile"
      intro={`Account created on ${formatDate(user.createdAt)}.`}
      anchors={[details, ...securityAnchors]}
    >
      <ProfileSection {...details} intro="Your name, and how we contact you.">
        <DetailsForm user={user} supportEmail={brandInfo().supportEmail} />
      </ProfileSection>
      <SecuritySections viewer={viewer} user={user} />
    </ProfilePageFrame>
  );
}
