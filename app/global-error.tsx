"use client";

import "./globals.css";

/** Replaces the root layout when it fails. It uses only plain elements, because every page loads this file. */
export default function GlobalError({ retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en-NG" className="font-sans">
      <body className="grid min-h-dvh place-items-center bg-canvas p-5 text-center text-ink">
        <title>Something went wrong</title>
        <main>
          <h1 className="text-[1.75rem] font-semibold">Something went wrong</h1>
          <p className="my-4">We couldn&apos;t load this page. Anything you have submitted is safe.</p>
          <button type="button" className="min-h-12 font-medium text-accent underline" onClick={retry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
