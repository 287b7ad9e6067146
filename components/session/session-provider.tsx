"use client";

import { useRouter } from "next/navigation";
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import {
  api,
  onSessionExpired,
  toApiError,
  token,
  type ApiResponse,
  type ApiError,
} from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import { TOKEN_KEY } from "@/lib/http/head-script";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { clearPrivateState } from "./private-state";
import { fetchMe, restoreSession } from "./restore";
import { hasSameAccess } from "./subject";

type Signed = ApiResponse<unknown, { accessToken?: string; user?: UserDto; passwordResetToken?: string }>;

export interface Session {
  user: UserDto | null;
  /** True until the stored session was looked at. */
  loading: boolean;
  /** The session ended under a page that is still open; what was typed there is still there. */
  ended: boolean;
  login: (input: { email: string; password: string; code?: string }) => Promise<UserDto>;
  register: (input: {
    name: string;
    email: string;
    phone: string;
    password: string;
  }) => Promise<UserDto | null>;
  verifyEmail: (input: {
    email: string;
    code: string;
  }) => Promise<{ user: UserDto | null; passwordResetToken: string | null }>;
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

  const enter = useCallback((answer: Signed): UserDto | null => {
    if (answer.accessToken) token.set(answer.accessToken);
    if (answer.user && answer.accessToken) {
      setUser(answer.user);
      setEnded(false);
    }
    return answer.user ?? null;
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
      login: (input) =>
        told(fallbacks.login, async () => {
          const found = enter(await api.post<Signed>("/auth/login", input));
          return found ?? (await fetchMe(false));
        }),
      register: (input) =>
        told(fallbacks.register, async () => (await api.post<Signed>("/auth/register", input)).user ?? null),
      verifyEmail: (input) =>
        told(fallbacks.verifyEmail, async () => {
          const answer = await api.post<Signed>("/auth/verify-email", input);
          return { user: enter(answer), passwordResetToken: answer.passwordResetToken ?? null };
        }),
      resendCode: (email) =>
        told(fallbacks.resendCode, async () => {
          await api.post("/auth/resend-code", { email });
        }),
      setRole: (role) =>
        told(fallbacks.setRole, async () => {
          const { data } = await api.put<ApiResponse<UserDto>>("/auth/setRole", { role });
          setUser(data);
          return data;
        }),
      setInvestorType: (type) =>
        told(fallbacks.setInvestorType, async () => {
          if (!present.current) throw new Error(fallbacks.noUser);
          await api.put("/auth/setInvestorType", { type });
          setUser((before) => before && { ...before, investorType: type });
        }),
      updateProfile: (fields) =>
        told(fallbacks.updateProfile, async () => {
          const { data } = await api.put<ApiResponse<UserDto>>("/auth/updateMe", fields);
          setUser(data);
          return data;
        }),
      deleteAccount: () =>
        told(fallbacks.deleteAccount, async () => {
          const { message } = await api.delete<ApiResponse>("/auth/deleteMe");
          leave();
          return message ?? "";
        }),
      forget: leave,
      logout: async () => {
        try {
          await api.get("/auth/logout", { refresh: true });
        } catch (error) {
          // 401: the session was over already, which is what was asked for.
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
          console.error("The user could not be fetched", error);
          return null;
        }
      },
    }),
    [user, loading, ended, enter, leave],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Runs a call; a failure leaves with the server's words, or with `fallback` where it gave none. */
async function told<T>(fallback: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.message === fallbacks.noUser) throw error;
    throw toApiError(error, fallback) satisfies ApiError;
  }
}
