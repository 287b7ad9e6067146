import type { Metadata } from "next";
import { DeleteAccount } from "@/components/account/delete-account";
import { DetailsForm } from "@/components/account/details-form";
import { DownloadData } from "@/components/account/download-data";
import { PasswordForm } from "@/components/account/password-form";
import { ProfileAnchors, ProfileSection } from "@/components/account/profile-section";
import { Sessions } from "@/components/account/sessions";
import { TwoStep } from "@/components/account/two-step";
import { brandInfo } from "@/components/layout/brand-info";
import { LogoutButton } from "@/components/layout/logout-button";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { ownSessions } from "@/lib/account/queries";
import { getTwoStepStatus } from "@/lib/account/two-step";
import { requireViewer } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";
import { getCurrentUser } from "@/lib/users/queries";

export const metadata: Metadata = { title: "Profile" };

const anchors = {
  details: { id: "details", title: "Your details" },
  password: { id: "password", title: "Password" },
  twoStep: { id: "two-step", title: "Two-step sign-in" },
  devices: { id: "devices", title: "Devices" },
  data: { id: "data", title: "Your data" },
  delete: { id: "delete", title: "Delete account" },
} as const;

export default async function ProfilePage() {
  const viewer = await requireViewer(paths.profile());
  const [user, twoStep, sessions] = await Promise.all([
    getCurrentUser(viewer.userId),
    getTwoStepStatus(viewer),
    ownSessions(viewer),
  ]);
  const twoStepSection = (
    <ProfileSection
      {...anchors.twoStep}
      intro="After your password we also ask for a 6-digit code from an app on your phone. Whoever learns your password still cannot log in."
    >
      <TwoStep email={user.email} state={twoStep} due={viewer.twoStepSetupRequired} />
    </ProfileSection>
  );
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Profile" aside={<LogoutButton />}>
        Your account, since {formatDate(user.createdAt)}.
      </PageHeading>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8">
        <ProfileAnchors anchors={Object.values(anchors)} />
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {viewer.twoStepSetupRequired && twoStepSection}
          <ProfileSection {...anchors.details} intro="Who you are here, and how we reach you.">
            <DetailsForm user={user} supportEmail={brandInfo().supportEmail} />
          </ProfileSection>
          <ProfileSection
            {...anchors.password}
            intro="A new password signs every other device out. We tell you by email that it was changed."
          >
            <PasswordForm email={user.email} />
          </ProfileSection>
          {!viewer.twoStepSetupRequired && twoStepSection}
          <ProfileSection
            {...anchors.devices}
            intro="Where you are signed in. Sign out what you do not recognise, then change your password."
          >
            <Sessions sessions={sessions} />
          </ProfileSection>
          <ProfileSection
            {...anchors.data}
            intro="Everything we keep about you as one file: your account, what you submitted and how it was decided, and the documents you uploaded."
          >
            <DownloadData email={user.email} />
          </ProfileSection>
          {user.role === "admin" ? (
            <ProfileSection
              {...anchors.delete}
              intro={`You cannot delete your own account, because what administrators do must stay accountable. ${user.isSuper ? "Another" : "A"} super administrator can remove it under Manage SubAdmins.`}
            />
          ) : (
            <ProfileSection
              {...anchors.delete}
              intro="Your account and all that belongs to it are erased for good. You read what that means before anything happens."
            >
              <DeleteAccount />
            </ProfileSection>
          )}
        </div>
      </div>
    </div>
  );
}
