"use client";

import { useEffect } from "react";
import { MessagePage } from "@/components/layout/message-page";
import { buttonClass } from "@/components/ui/button-class";

interface ErrorPageProps {
  error: Error & { digest?: string };
  retry: () => void;
}

/** Every page bundles this file separately, so it uses only plain elements and a literal path. */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <MessagePage
      title="Something went wrong"
      action={
        <>
          <button type="button" className={buttonClass("primary", "lg")} onClick={() => retry()}>
            Try again
          </button>
          {/* A full page load discards the failed state. */}
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages */}
          <a href="/" className={buttonClass("secondary", "lg")}>
            Go Home
          </a>
        </>
      }
    >{`We couldn't load this page. Please try again. If it keeps happening, contact us${error.digest ? ` and quote ${error.digest}` : ""}.`}</MessagePage>
  );
}
