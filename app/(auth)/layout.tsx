import type { ReactNode } from "react";
import { AuthPanel } from "@/components/auth/auth-panel";
import { SessionProvider } from "@/components/auth/session-provider";
import { BrandLink } from "@/components/layout/brand";
import { brandInfo } from "@/components/layout/brand-info";
import { LegalLine } from "@/components/layout/footer";
import { ScrollToTop } from "@/components/layout/scroll-to-top";
import { MAIN_ID } from "@/components/layout/skip-link";

export default function AuthLayout({ children }: { children: ReactNode }) {
  const brand = brandInfo();
  return (
    <SessionProvider>
      <ScrollToTop />
      <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="flex flex-col">
          <header className="px-4 py-3 sm:px-8 sm:py-6">
            <BrandLink brand={{ name: brand.name }} />
          </header>
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pt-4 pb-10 outline-none sm:justify-center sm:px-8"
          >
            {children}
          </main>
          <footer className="px-4 pb-6 sm:px-8">
            <LegalLine brand={brand} />
          </footer>
        </div>
        <AuthPanel brand={brand} />
      </div>
    </SessionProvider>
  );
}
