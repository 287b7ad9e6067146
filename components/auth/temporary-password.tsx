"use client";

import { usePathname } from "next/navigation";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/routes/paths";
import { useSession } from "./session-provider";

/** Asks administrators to replace the password that another administrator chose for them. */
export function TemporaryPassword() {
  const { user } = useSession();
  const pathname = usePathname();
  if (!user?.temporaryCredentials || pathname === paths.accountSecurity()) return null;
  return (
    <Notice
      tone="warning"
      className="mx-auto mb-6 max-w-5xl"
      title="Choose your own password"
      action={
        <LinkButton href={`${paths.accountSecurity()}#password`} size="sm">
          Change password
        </LinkButton>
      }
    >
      Another administrator set your current password, so they know it.
    </Notice>
  );
}
