"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import type { GivenProof } from "@/components/account/use-identity-proof";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import { auth } from "@/lib/auth/api";
import { call } from "@/lib/contract/client";
import type { Answer } from "@/lib/endpoint";
import { paths } from "@/lib/routes/paths";
import { requestPasskeyLogin } from "./second-step-answer";
import { useSession } from "./session-provider";

const IdentityDialog = dynamic(() => import("./identity-dialog").then((module) => module.IdentityDialog), {
  ssr: false,
});

/** Shown if the session ends, or another user logs in, while a page with input is open: its user can log in again without leaving it. */
export function SessionEnded() {
  const { user, ended, other, start } = useSession();
  const pathname = usePathname();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  if (!ended && !other) return null;

  // The dialog stays busy until the refreshed page replaces it: a step of a form during a refresh would make the router load the whole page
  // again.
  const finish = (answer: Answer<typeof auth.login>): Promise<never> => {
    startTransition(() => {
      start(answer);
      setOpen(false);
      router.refresh();
    });
    return new Promise(() => undefined);
  };
  const logIn = async (email: string, proof: GivenProof) =>
    finish(await call(auth.login, { body: { email, ...proof } }));
  return (
    <Notice
      tone="warning"
      role="alert"
      className="sticky top-[calc(var(--header-height)+0.75rem)] z-20 mx-auto mb-6 max-w-5xl"
      title={
        other ? `You are now logged in as ${isolate(other.name)} (${other.email})` : "Your session has ended"
      }
      action={
        user ? (
          <div className="flex flex-wrap gap-3">
            {other && (
              <Button size="sm" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
            )}
            <Button size="sm" variant={other ? "secondary" : "primary"} onClick={() => setOpen(true)}>
              Log in again
            </Button>
          </div>
        ) : (
          <LinkButton href={paths.login({ callbackUrl: pathname })} size="sm">
            Log in again
          </LinkButton>
        )
      }
    >
      <p>
        {other && user
          ? `This page belongs to ${isolate(user.name)} (${user.email}), so nothing on it will be saved or sent. Reload it to continue as ${isolate(other.name)}, or log in again as ${isolate(user.name)}.`
          : "Log in again to continue. What you typed is still here."}
      </p>
      {open && user && (
        <IdentityDialog
          email={user.email}
          title="Log in again"
          description={`You stay on this page. You are logging in as ${user.email}.`}
          submitLabel="Log in"
          prove={(proof) => logIn(user.email, proof)}
          renewRequest={(password) => requestPasskeyLogin({ email: user.email, password }, finish)}
          onClose={() => setOpen(false)}
        />
      )}
    </Notice>
  );
}
