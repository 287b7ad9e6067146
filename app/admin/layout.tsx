import type { ReactNode } from "react";
import { SignedInFrame } from "@/app/signed-in-frame";
import { QueryProvider } from "@/components/auth/query-provider";

/** The shared shell with its session and its query cache (product 2.9, 9); the menu depends on the logged-in user. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <SignedInFrame>
      <QueryProvider>{children}</QueryProvider>
    </SignedInFrame>
  );
}
