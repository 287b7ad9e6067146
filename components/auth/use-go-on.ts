"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "@/components/session/session-provider";
import { postLoginPath } from "@/components/session/subject";
import type { UserDto } from "@/lib/users/dto";

/** Leads a signed-in person on: back where they wanted to go, or where they belong. */
export function useRedirectAfterLogin(callbackUrl: string | undefined): (user: UserDto) => void {
  const router = useRouter();
  return useCallback(
    (user: UserDto) => {
      router.replace(postLoginPath(user, callbackUrl));
      // What the router kept from before was rendered for a visitor.
      router.refresh();
    },
    [router, callbackUrl],
  );
}

const LAST = "returned-at";
const PATIENCE_MS = 15_000;

/**
 * The session cookie is SameSite=Strict: who follows a link in a mail arrives here signed out although a session exists. The
 * session layer finds it by the stored token, and this leads on. At most once in a while: when the cookie is really gone the
 * guard sends the person back here, and without the limit they would go round in circles.
 */
export function useReturnWhenSignedIn(callbackUrl: string | undefined): void {
  const { user, loading } = useSession();
  const goOn = useRedirectAfterLogin(callbackUrl);
  const settled = useRef(false);
  useEffect(() => {
    if (loading || settled.current) return;
    // Only the first look counts: who signs in on this very page is led on by the form.
    settled.current = true;
    if (user && !returnedJustNow()) goOn(user);
  }, [loading, user, goOn]);
}

function returnedJustNow(): boolean {
  try {
    const now = Date.now();
    const last = Number(sessionStorage.getItem(LAST));
    if (last && now - last < PATIENCE_MS) return true;
    sessionStorage.setItem(LAST, String(now));
    return false;
  } catch {
    return false;
  }
}
