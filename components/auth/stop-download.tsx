"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { LinkButton } from "@/components/ui/link-button";
import { account } from "@/lib/account/api";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { AuthForm, AuthHeading, BackToLogin } from "./auth-form";
import { useSession } from "./session-provider";

/** Stops an archive of the user's data with the emailed link. A click is required, because mail scanners open links. */
export function StopDownload({ token = "" }: { token: string | undefined }) {
  const { clear } = useSession();
  const [stopped, setStopped] = useState(false);
  const form = useForm();

  if (stopped) {
    return (
      <>
        <AuthHeading title="The download has been stopped">
          We did not release your data, and every device has been logged out. Someone else may know your
          password, so set a new one now.
        </AuthHeading>
        <LinkButton href={paths.forgotPassword()} size="lg" className="w-full">
          Set a new password
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="Stop the download?">
        We won&apos;t release the copy of your data, and we&apos;ll log out every device.
      </AuthHeading>
      <AuthForm
        form={form}
        send={async () => {
          await call(account.stopArchive, { body: { token } });
          clear();
          setStopped(true);
        }}
        submitLabel="Stop the download"
        footer={<BackToLogin />}
      >
        {null}
      </AuthForm>
    </>
  );
}
