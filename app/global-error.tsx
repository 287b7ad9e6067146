"use client";

import "./globals.css";
import { MessagePage } from "@/components/layout/message-page";
import { buttonClass } from "@/components/ui/button-class";

/** The last net, when the root layout itself fails; it has to bring its own document. As light as app/error.tsx, for the same reason. */
export default function GlobalError({ retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en-NG" className="font-sans">
      <body className="bg-canvas text-ink">
        <title>Something went wrong</title>
        <MessagePage
          title="Something went wrong"
          action={
            <button type="button" className={buttonClass("primary", "lg")} onClick={() => retry()}>
              Try again
            </button>
          }
        >
          We couldn&apos;t load this page. Please try again. Anything you have submitted is safe.
        </MessagePage>
      </body>
    </html>
  );
}
