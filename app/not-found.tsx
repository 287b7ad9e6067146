import type { Metadata } from "next";
import { MessagePage } from "@/components/layout/message-page";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "404 - Not Found" };

export default function NotFound() {
  return (
    <MessagePage
      title="404 - Not Found"
      action={
        <LinkButton href={paths.home()} size="lg">
          Go Home
        </LinkButton>
      }
    >
      We couldn&apos;t find this page. Check the address, or go back to the home page.
    </MessagePage>
  );
}
