import type { ReactNode } from "react";
import { brandInfo } from "@/components/layout/brand-info";
import { PublicFooter } from "@/components/layout/footer";
import { PublicHeader } from "@/components/layout/public-header";
import { MAIN_ID } from "@/components/layout/skip-link";

export default function PublicLayout({ children }: { children: ReactNode }) {
  const brand = brandInfo();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader brand={{ name: brand.name }} />
      <main id={MAIN_ID} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <PublicFooter brand={brand} />
      <script async src="/site.js" />
    </div>
  );
}
