import type { ReactNode } from "react";
import { SignedInFrame } from "@/app/signed-in-frame";
import { QueryProvider } from "@/components/auth/query-provider";

/** Provides the shared shell, session and query cache (product 2.9, 9); the menu depends on the logged-in user. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <SignedInFrame>
      <QueryProvider>{children}</QueryProvider>
    </SignedInFrame>
  );
}
