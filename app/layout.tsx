import "@fontsource-variable/inter/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { ScrollToTop } from "@/components/layout/scroll-to-top";
import { SkipLink } from "@/components/layout/skip-link";
import { Toaster } from "@/components/ui/toaster";
import { brand } from "@/lib/brand";

export function generateMetadata(): Metadata {
  return {
    title: { default: brand.name, template: `%s - ${brand.name}` },
    description: `${brand.name} connects verified investors with Nigerian businesses that need funding.`,
    applicationName: brand.name,
    // Numbers on these pages are account numbers and codes; no phone should turn them into links.
    formatDetection: { telephone: false, email: false, address: false },
    referrer: "strict-origin-when-cross-origin",
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  // The keyboard of a phone shrinks the page, so that the bar with the buttons stays above it.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f6" },
    { media: "(prefers-color-scheme: dark)", color: "#0f110f" },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NG" className="font-sans antialiased">
      <body className="bg-canvas text-ink">
        <SkipLink />
        <ScrollToTop />
        {children}
        <Toaster />
      </body>
    </html>
  );
}
