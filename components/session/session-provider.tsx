"use client";

import { useRouter } from "next/navigation";
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { call, onSessionExpired, toApiError, token } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { fallbacks } from "@/lib/contract/messages";
import { TOKEN_KEY } from "@/lib/pages/head-script";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { clearPrivateState } from "./private-state";
import { fetchMe, restoreSession } from "./restore";
import { hasSameAccess } from "./subject";

export interface Session {
  user: UserDto | null;
  /** True until the stored session was looked at. */
  loading: boolean;
  /** The session ended under a page that is still open; what was typed there is still there. */
  ended: boolean;
  login: (input: { email: string; password: string; code?: string }) => Promise<UserDto>;
  register: (input: { name: string; email: string; phone: string; password: string }) => Promise<UserDto>;
  verifyEmail: (input: {
    email: string;
    code: string;
  }) => Promise<{ user: UserDto; passwordResetToken: string | null }>;
  resendCode: (email: string) => Promise<void>;
  setRole: (role: "startup" | "investor") => Promise<UserDto>;
  setInvestorType: (type: "personal" | "corporate") => Promise<void>;
  updateProfile: (fields: { name?: string; phone?: string }) => Promise<UserDto>;
  deleteAccount: () => Promise<string>;
  /** False when it failed; the failure is logged, the person stays signed in. */
  logout: () => Promise<boolean>;
  refreshUser: () => Promise<UserDto | null>;
  /** The server has ended the session by itself, as a password reset does: nothing of it stays here. */
  forget: () => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

interface SessionProviderProps {
  /** The person the server rendered this page for; absent on the screens of visitors. */
  initialUser?: UserDto | null;
  children: ReactNode;
}

/**
 * product 4.1. Pages are authorised by an HttpOnly cookie that this code never sees; the bearer token is for API calls. Every
 * failure leaves as an ApiError that carries the words of product 8.
 */
export function SessionProvider({ initialUser = null, children }: SessionProviderProps) {
  const router = useRouter();
  const [user, setUser] = useState<UserDto | null>(initialUser);
  const [loading, setLoading] = useState(true);
  const [ended, setEnded] = useState(false);
  const present = useRef(user);
  useEffect(() => {
    present.current = user;
  }, [user]);

  // The server knows better: after router.refresh() the layout brings a fresher person.
  const [given, setGiven] = useState(initialUser);
  if (initialUser !== given) {
    setGiven(initialUser);
    if (initialUser) setUser(initialUser);
  }

  const expected = initialUser !== null;
  useEffect(() => {
    let active = true;
    restoreSession(expected)
      .then((found) => {
        if (!active) return;
        const shown = present.current;
        setUser(found);
        if (!found && expected) setEnded(true);
        // A page that came out of the router's memory may be older than the account.
        if (found && shown && !hasSameAccess(found, shown)) router.refresh();
      })
      .catch((error: unknown) => console.error("The session could not be checked", error))
      .finally(() => active && setLoading(false));
    return () => {
      active = false;
    };
  }, [expected, router]);

  useEffect(
    () =>
      onSessionExpired(() => {
        if (present.current) setEnded(true);
      }),
    [],
  );

  // Another tab of this browser logged out, or somebody else logged in there.
  useEffect(() => {
    const changed = (event: StorageEvent) => {
      if (event.key !== TOKEN_KEY && event.key !== null) return;
      if (!token.get()) {
        if (!present.current) return;
        setUser(null);
        // A full load, so that nothing of the former person stays in memory.
        window.location.assign(paths.login());
      } else {
        const before = present.current?._id;
        fetchMe()
          .then((found) => {
            setUser(found);
            setEnded(false);
            if (found._id !== before) router.refresh();
          })
          .catch((error: unknown) => console.error("The session could not be checked", error));
      }
    };
    window.addEventListener("storage", changed);
    return () => window.removeEventListener("storage", changed);
  }, [router]);

  const enter = useCallback((signedIn: { user: UserDto; accessToken: string }): UserDto => {
    token.set(signedIn.accessToken);
    setUser(signedIn.user);
    setEnded(false);
    return signedIn.user;
  }, []);

  const leave = useCallback(() => {
    token.clear();
    clearPrivateState();
    setUser(null);
    setEnded(false);
  }, []);

  const session = useMemo<Session>(
    () => ({
      user,
      loading,
      ended,
      login: async (body) => enter(await call(auth.login, { body })),
      register: async (body) => (await call(auth.register, { body })).user,
      verifyEmail: async (body) => {
        const answer = await call(auth.verifyEmail, { body });
        return { user: enter(answer), passwordResetToken: answer.passwordResetToken ?? null };
      },
      resendCode: async (email) => {
        await call(auth.resendCode, { body: { email } });
      },
      setRole: async (role) => {
        const { data } = await call(auth.setRole, { body: { role } });
        setUser(data);
        return data;
      },
      setInvestorType: async (type) => {
        if (!present.current) throw new Error(fallbacks.noUser);
        setUser((await call(auth.setInvestorType, { body: { type } })).data);
      },
      updateProfile: async (body) => {
        const { data } = await call(auth.updateMe, { body });
        setUser(data);
        return data;
      },
      deleteAccount: async () => {
        const { message } = await call(auth.deleteMe);
        leave();
        return message ?? "";
      },
      forget: leave,
      logout: async () => {
        try {
          await call(auth.logoutGet);
        } catch (error) {
          // 401: the session was over already.
          if (toApiError(error).status !== 401) {
            console.error("Logout failed", error);
            return false;
          }
        }
        leave();
        return true;
      },
      refreshUser: async () => {
        try {
          const found = await fetchMe();
          setUser(found);
          return found;
        } catch (error) {
          console.error("The user could not be loaded", error);
          return null;
        }
      },
    }),
    [user, loading, ended, enter, leave],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}
