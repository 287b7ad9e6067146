import { DeleteAccount } from "@/components/account/delete-account";
import { DownloadData } from "@/components/account/download-data";
import { OwnReads } from "@/components/account/own-reads";
import { PasswordForm } from "@/components/account/password-form";
import { ProfileSection } from "@/components/account/profile-section";
import { SecurityEvents } from "@/components/account/security-events";
import { Sessions } from "@/components/account/sessions";
import { TwoStep } from "@/components/account/two-step";
import { ownArchive } from "@/lib/account/archive";
import { ownSecurityEvents, ownSessions } from "@/lib/account/queries";
import { getTwoStepStatus } from "@/lib/account/two-step";
import { listReadsOf } from "@/lib/audit/reads";
import { siteEnv } from "@/lib/env";
import type { UserDto } from "@/lib/users/dto";
import type { Viewer } from "@/lib/viewer";

const anchors = {
  password: { id: "password", title: "Password" },
  twoStep: { id: "two-step", title: "Two-step login" },
  devices: { id: "devices", title: "Devices" },
  activity: { id: "activity", title: "Recent activity" },
  reads: { id: "who-saw-my-data", title: "Who saw my data" },
  data: { id: "data", title: "Your data" },
  delete: { id: "delete", title: "Delete account" },
} as const;

export const securityAnchors = Object.values(anchors);

/** Shows the security settings of an account: on /account/security in every state, and on /profile after verification (product 10.8). */
export async function SecuritySections({ viewer, user }: { viewer: Viewer; user: UserDto }) {
  const [twoStep, sessions, events, archive, reads] = await Promise.all([
    getTwoStepStatus(viewer),
    ownSessions(viewer),
    ownSecurityEvents(viewer),
    ownArchive(viewer),
    listReadsOf(viewer.userId),
  ]);
  const isDue = viewer.twoStepSetupRequired;
  return (
    <>
      <ProfileSection
        {...anchors.password}
        intro="Changing your password logs you out on every other device. We'll email you to confirm."
      >
        <PasswordForm email={user.email} />
      </ProfileSection>
      <ProfileSection
        {...anchors.twoStep}
        // Two-step login comes first if it must be set up.
        className={isDue ? "order-first" : undefined}
        intro="When you log in, we ask for a second step after your password: a passkey, or a 6-digit code from an app on your phone. Even if someone learns your password, they can't log in."
      >
        <TwoStep email={user.email} state={twoStep} due={isDue} />
      </ProfileSection>
      <ProfileSection
        {...anchors.devices}
        intro="Where you are logged in. If you don't recognise a device, log it out, then change your password."
      >
        <Sessions sessions={sessions} />
      </ProfileSection>
      <ProfileSection
        {...anchors.activity}
        intro="Logins and password changes, newest first. If you don't recognise one, change your password."
      >
        <SecurityEvents events={events} />
      </ProfileSection>
      <ProfileSection
        {...anchors.reads}
        intro="Our reviewers open your data to verify it. Each view is recorded here; repeated views within 10 minutes count once."
      >
        <OwnReads reads={reads} />
      </ProfileSection>
      <ProfileSection
        {...anchors.data}
        intro="A copy of everything we keep about you in one file: your account, your answers, our decisions and the documents you uploaded. We prepare it and email you when it is ready."
      >
        <DownloadData archive={archive} />
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
          <DeleteAccount retentionYears={siteEnv().RETENTION_KYC_YEARS} />
        </ProfileSection>
      )}
    </>
  );
}
