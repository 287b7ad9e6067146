"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { tabStorage } from "@/lib/pages/storage";
import type { UserDto } from "@/lib/users/dto";
import { useSession } from "./session-provider";
import { postLoginPath } from "./subject";

/** Redirects a logged-in user to the callback URL, or to their default page. */
export function useRedirectAfterLogin(callbackUrl: string | undefined): (user: UserDto) => void {
  const router = useRouter();
  return useCallback(
    (user: UserDto) => {
      router.replace(postLoginPath(user, callbackUrl));
      // The router cache contains pages rendered for a visitor.
      router.refresh();
    },
    [router, callbackUrl],
  );
}

const LAST_REDIRECT = "returned-at";
const MIN_INTERVAL_MS = 15_000;

/**
 * The session cookie is SameSite=Strict, so a link in an email opens this page although a session exists. The session provider restores it
 * from the token, and this hook redirects. It does so for a limited time: without the cookie, the guard would redirect here in a loop.
 */
export function useReturnWhenSignedIn(callbackUrl: string | undefined): void {
  const { user, loading } = useSession();
  const redirectUser = useRedirectAfterLogin(callbackUrl);
  const settled = useRef(false);
  useEffect(() => {
    if (loading || settled.current) return;
    // This effect redirects only once; after a login on this page, its form redirects.
    settled.current = true;
    if (user && !hasJustRedirected()) redirectUser(user);
  }, [loading, user, redirectUser]);
}

function hasJustRedirected(): boolean {
  const now = Date.now();
  if (now - Number(tabStorage.get(LAST_REDIRECT)) < MIN_INTERVAL_MS) return true;
  tabStorage.set(LAST_REDIRECT, String(now));
  return false;
}
