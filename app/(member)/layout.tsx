import type { ReactNode } from "react";
import { SignedInFrame } from "@/app/signed-in-frame";

export default function MemberLayout({ children }: { children: ReactNode }) {
  return <SignedInFrame>{children}</SignedInFrame>;
}
