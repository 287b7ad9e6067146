"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/components/session/session-provider";
import { subjectOf } from "@/components/session/subject";
import { checkAccess } from "@/lib/routes/policy";

/**
 * The shell and the router's memory outlive navigations, an account may change meanwhile. Going back counts as a visit like any
 * other: the server is asked again. And where somebody arrives who, as we remember them, has no business there, either the page or
 * the person is out of date: the server is asked, and the page is in doubt (true) until it has answered.
 */
export function useAccessRecheck(): boolean {
  const { user } = useSession();
  const pathname = usePathname();
  const router = useRouter();
  const strange = user !== null && !checkAccess(subjectOf(user), pathname).allow;

  // Only on arrival: whoever has just chosen or submitted is led on by what they pressed.
  const [arrival, setArrival] = useState({ pathname, strange: false });
  if (arrival.pathname !== pathname) setArrival({ pathname, strange });

  useEffect(() => {
    if (arrival.strange) router.refresh();
  }, [arrival, router]);

  // Only another page is an arrival; between the steps of a form the browser goes back and forth by itself. The router may have moved
  // on before the event gets here, so it counts when the page last changed.
  const here = useRef({ pathname, since: 0 });
  useEffect(() => {
    here.current = { pathname, since: performance.now() };
  }, [pathname]);
  useEffect(() => {
    const again = (event: PopStateEvent) => {
      const { pathname, since } = here.current;
      if (pathname !== window.location.pathname || since >= event.timeStamp) router.refresh();
    };
    window.addEventListener("popstate", again);
    return () => window.removeEventListener("popstate", again);
  }, [router]);

  // The browser brought the whole page back as it was left, perhaps for somebody else by now.
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);

  return arrival.strange && strange;
}
