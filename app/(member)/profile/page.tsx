import type { Metadata } from "next";
import { DeleteAccount } from "@/components/account/delete-account";
import { DetailsForm } from "@/components/account/details-form";
import { DownloadData } from "@/components/account/download-data";
import { PasswordForm } from "@/components/account/password-form";
import { ProfileAnchors, ProfileSection } from "@/components/account/profile-section";
import { Sessions } from "@/components/account/sessions";
import { TwoStep } from "@/components/account/two-step";
import { brandInfo } from "@/components/layout/brand-info";
import { LogoutButton } from "@/components/layout/logout";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { ownSessions } from "@/lib/account/queries";
import { getTwoStepStatus } from "@/lib/account/two-step";
import { requireViewer } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";
import { getCurrentUser } from "@/lib/users/queries";

export const metadata: Metadata = { title: "Profile" };

const anchors = {
  details: { id: "details", title: "Your details" },
  password: { id: "password", title: "Password" },
  twoStep: { id: "two-step", title: "Two-step login" },
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
      intro="When you log in, we ask for your password and a 6-digit code from an app on your phone. Even if someone learns your password, they can't log in."
    >
      <TwoStep email={user.email} state={twoStep} due={viewer.twoStepSetupRequired} />
    </ProfileSection>
  );
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Profile" aside={<LogoutButton />}>
        Account created on {formatDate(user.createdAt)}.
      </PageHeading>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8">
        <ProfileAnchors anchors={Object.values(anchors)} />
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {viewer.twoStepSetupRequired && twoStepSection}
          <ProfileSection {...anchors.details} intro="Your name, and how we contact you.">
            <DetailsForm user={user} supportEmail={brandInfo().supportEmail} />
          </ProfileSection>
          <ProfileSection
            {...anchors.password}
            intro="Changing your password logs you out on every other device. We'll email you to confirm."
          >
            <PasswordForm email={user.email} />
          </ProfileSection>
          {!viewer.twoStepSetupRequired && twoStepSection}
          <ProfileSection
            {...anchors.devices}
            intro="Where you are logged in. If you don't recognise a device, log it out, then change your password."
          >
            <Sessions sessions={sessions} />
          </ProfileSection>
          <ProfileSection
            {...anchors.data}
            intro="Download everything we keep about you in one file: your account, your answers, our decisions and the documents you uploaded."
          >
            <DownloadData email={user.email} />
          </ProfileSection>
          {user.role === "admin" ? (
            <ProfileSection
              {...anchors.delete}
              intro={`Administrators can't delete their own accounts, so that their actions stay on record. ${user.isSuper ? "Another" : "A"} super administrator can delete it in Manage SubAdmins.`}
            />
          ) : (
            <ProfileSection
              {...anchors.delete}
              intro="Permanently delete your account and everything in it. We'll show you what is deleted before you confirm."
            >
              <DeleteAccount />
            </ProfileSection>
          )}
        </div>
      </div>
    </div>
  );
}
