"use client";

import { useEffect } from "react";
import { MessagePage } from "@/components/layout/message-page";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";

interface ErrorPageProps {
  error: Error & { digest?: string };
  retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <MessagePage
      title="Something went wrong"
      action={
        <>
          <Button size="lg" onClick={() => retry()}>
            Try again
          </Button>
          <LinkButton href={paths.home()} size="lg" variant="secondary">
            Go Home
          </LinkButton>
        </>
      }
    >
      We could not show this page. Try again; if it keeps happening, contact us
      {error.digest ? ` and mention ${error.digest}` : ""}.
    </MessagePage>
  );
}
