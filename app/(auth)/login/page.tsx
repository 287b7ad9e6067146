import type { Metadata } from "next";
import { Login } from "@/components/auth/login";
import { brandInfo } from "@/components/layout/brand-info";

export const metadata: Metadata = { title: "Log in" };

export default function LoginPage() {
  return <Login supportEmail={brandInfo().supportEmail} />;
}
