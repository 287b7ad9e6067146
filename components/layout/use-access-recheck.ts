"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/components/auth/session-provider";
import { subjectOf } from "@/components/auth/subject";
import { checkAccess } from "@/lib/routes/policy";

/**
 * The shell and the router cache survive navigations, while the account may change. Refreshes the page after Back and Forward, and on
 * arrival at a page that the user, according to the known account, may not open. In the latter case, returns true until the server has
 * responded.
 */
export function useAccessRecheck(): boolean {
  const { user } = useSession();
  const pathname = usePathname();
  const router = useRouter();
  const isForbidden = user !== null && !checkAccess(subjectOf(user), pathname).allow;

  // Access is checked only on arrival: a form that has just been submitted redirects by itself.
  const [arrival, setArrival] = useState({ pathname, isForbidden: false });
  if (arrival.pathname !== pathname) setArrival({ pathname, isForbidden });

  useEffect(() => {
    if (arrival.isForbidden) router.refresh();
  }, [arrival, router]);

  // Back and Forward refresh only another page, not steps of a form. The router may have changed the page before this event.
  const visit = useRef({ pathname, since: 0 });
  useEffect(() => {
    visit.current = { pathname, since: performance.now() };
  }, [pathname]);
  useEffect(() => {
    const onPopState = (event: PopStateEvent) => {
      const { pathname, since } = visit.current;
      if (pathname !== window.location.pathname || since >= event.timeStamp) router.refresh();
    };
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [router]);

  // The page may have been restored from the back/forward cache, perhaps for another user.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);

  return arrival.isForbidden && isForbidden;
}
