import "@fontsource-variable/inter/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { SkipLink } from "@/components/layout/skip-link";
import { Toaster } from "@/components/ui/toaster";
import { brand } from "@/lib/brand";
import { headScript } from "@/lib/pages/head-script";
import { siteEnv } from "@/lib/env";

export function generateMetadata(): Metadata {
  const description = `${brand.name} connects verified investors with Nigerian businesses that need funding.`;
  return {
    metadataBase: new URL(siteEnv().APP_URL),
    title: { default: brand.name, template: `%s - ${brand.name}` },
    description,
    applicationName: brand.name,
    openGraph: { siteName: brand.name, type: "website", locale: "en_NG", description },
    twitter: { card: "summary_large_image" },
    // Account numbers and codes must not become links on phones.
    formatDetection: { telephone: false, email: false, address: false },
    referrer: "strict-origin-when-cross-origin",
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  // Sticky buttons stay above a phone's keyboard.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f6" },
    { media: "(prefers-color-scheme: dark)", color: "#0f110f" },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The script sets the theme before hydration.
    <html lang="en-NG" className="font-sans antialiased" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
      </head>
      <body className="bg-canvas text-ink">
        <SkipLink />
        {children}
        <Toaster />
      </body>
    </html>
  );
}
