"use client";

import { useEffect } from "react";
import { MessagePage } from "@/components/layout/message-page";
import { buttonClass } from "@/components/ui/button-class";
import { paths } from "@/lib/routes/paths";

interface ErrorPageProps {
  error: Error & { digest?: string };
  retry: () => void;
}

/** Every page brings this along: plain elements, for the parts of buttons and links would come a second time with it. */
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
          <a href={paths.home()} className={buttonClass("secondary", "lg")}>
            Go Home
          </a>
        </>
      }
    >
      We couldn&apos;t load this page. Please try again. If it keeps happening, contact us
      {error.digest ? ` and quote ${error.digest}` : ""}.
    </MessagePage>
  );
}
