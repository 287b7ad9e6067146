"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { clearLocalDraft } from "@/components/onboarding/draft-key";
import { auth } from "@/lib/auth/api";
import { call, isRejection, onSessionExpired, refreshSession, storeRole, token } from "@/lib/contract/client";
import { pageUser } from "@/lib/contract/page-user";
import { TOKEN_KEY } from "@/lib/pages/head-script";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { hasSameAccess } from "./subject";

export interface Session {
  user: UserDto | null;
  /** True until the stored session has been checked. */
  loading: boolean;
  /** Whether the session has ended while the page is open; unsaved input is retained. */
  ended: boolean;
  /** The user who is logged in now, if different from the user for whom this page was rendered. */
  other: UserDto | null;
  /** Stores the user returned by a call. */
  setUser: (user: UserDto) => void;
  /** Starts the session opened by a call. */
  start: (signedIn: { user: UserDto; accessToken: string }) => UserDto;
  /** Removes the session and all private data from this browser, after the server has ended the session. */
  clear: () => void;
  /** Loads the user again. A failure is logged. */
  refreshUser: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

const CHECK_MS = 60_000;

/** Whether the user of this page is logged in, as far as the page knows; otherwise requests are rejected. */
export function useIsSessionOpen(): boolean {
  const { ended, other } = useSession();
  return !ended && other === null;
}

/** Loads the user who is logged in now. */
const fetchMe = async (refresh = true): Promise<UserDto> =>
  (await call(auth.me, { refresh, user: null })).data;

/**
 * Returns the user of the stored session, or null (product 4.1). Without a token, a refresh is attempted only on a page rendered for a user
 * (`expected`): elsewhere, every visitor's first call would be rejected. Throws if the server could not be reached; the token is then
 * retained.
 */
async function restoreSession(expected: string | null): Promise<UserDto | null> {
  const stored = token.get();
  if (!stored && !expected) return null;
  if (stored) {
    try {
      const user = await fetchMe(false);
      if (!expected || user._id === expected) return user;
      // The token may be older than the cookie, which the refresh below uses.
    } catch {
      // After a failure, the refresh below decides.
    }
  }
  try {
    const { user } = await refreshSession(stored);
    return user ?? (await fetchMe(false));
  } catch (error) {
    if (!isRejection(error)) throw error;
    token.clear();
    return null;
  }
}

interface SessionProviderProps {
  /** The user for whom the server rendered this page; absent on the login pages. */
  initialUser?: UserDto | null;
  children: ReactNode;
}

/** Provides the session of this tab (product 4.1). Pages are authorized by an HttpOnly cookie; the bearer token is for API calls. */
export function SessionProvider({ initialUser = null, children }: SessionProviderProps) {
  const router = useRouter();
  const [user, setUser] = useState<UserDto | null>(initialUser);
  const [loading, setLoading] = useState(true);
  const [ended, setEnded] = useState(false);
  const [other, setOther] = useState<UserDto | null>(null);
  /** The page belongs to that user until it is reloaded: it contains their input. */
  const [owner] = useState(initialUser?._id ?? null);
  // This effect runs before those in which the page makes its first calls.
  useLayoutEffect(() => {
    pageUser.set(owner);
    return () => pageUser.set(null);
  }, [owner]);
  const latestUser = useRef(user);
  useEffect(() => {
    latestUser.current = user;
    if (user) storeRole(user.role);
  }, [user]);

  const receive = useCallback(
    (found: UserDto) => {
      const isOwn = owner === null || found._id === owner;
      setOther(isOwn ? null : found);
      if (isOwn) setUser(found);
    },
    [owner],
  );

  // After router.refresh() the layout passes a newer user.
  const [given, setGiven] = useState(initialUser);
  if (initialUser !== given) {
    setGiven(initialUser);
    if (initialUser) receive(initialUser);
  }

  useEffect(() => {
    let active = true;
    restoreSession(owner)
      .then((found) => {
        if (!active) return;
        const shown = latestUser.current;
        setLoading(false);
        if (found) receive(found);
        else setUser(null);
        if (!found && owner) setEnded(true);
        // A page from the router cache may be older than the account.
        if (found?._id === shown?._id && found && shown && !hasSameAccess(found, shown)) router.refresh();
      })
      .catch((error: unknown) => {
        console.error("The session could not be checked", error);
        if (active) setLoading(false);
      });
    return () => {
      active = false;
    };
  }, [owner, receive, router]);

  useEffect(() => onSessionExpired(() => latestUser.current && setEnded(true)), []);

  // The session of an administrator ends after half an hour. The page detects this by itself. While a person types, which makes no calls,
  // this call keeps the session open: the client marks calls that no person has triggered.
  const isWatched = user?.role === "admin" && !ended;
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => void fetchMe().catch(() => undefined), CHECK_MS);
    return () => clearInterval(timer);
  }, [isWatched]);

  const refreshUser = useCallback(async () => {
    try {
      receive(await fetchMe());
    } catch (error) {
      console.error("The user could not be loaded", error);
    }
  }, [receive]);

  useEffect(() => pageUser.onOther(() => void refreshUser()), [refreshUser]);

  // Another tab logged out, or logged in as another user.
  useEffect(() => {
    const onStorage = async ({ key }: StorageEvent) => {
      if (key !== TOKEN_KEY && key !== null) return;
      const before = latestUser.current;
      if (!token.get()) {
        if (!before) return;
        setUser(null);
        // A full page load removes the user's data from memory.
        window.location.assign(paths.login());
        return;
      }
      try {
        const found = await fetchMe();
        receive(found);
        setEnded(false);
        if (owner === null && found._id !== before?._id) router.refresh();
      } catch (error) {
        console.error("The session could not be checked", error);
      }
    };
    const listener = (event: StorageEvent) => void onStorage(event);
    window.addEventListener("storage", listener);
    return () => window.removeEventListener("storage", listener);
  }, [owner, receive, router]);

  const start = useCallback(
    (signedIn: { user: UserDto; accessToken: string }) => {
      token.set(signedIn.accessToken);
      receive(signedIn.user);
      setEnded(false);
      return signedIn.user;
    },
    [receive],
  );

  const clear = useCallback(() => {
    token.clear();
    clearLocalDraft();
    setUser(null);
    setEnded(false);
    setOther(null);
  }, []);

  const session = useMemo(
    () => ({ user, loading, ended, other, setUser, start, clear, refreshUser }),
    [user, loading, ended, other, start, clear, refreshUser],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
