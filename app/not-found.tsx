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
      This page does not exist, or it has moved. Check the address, or start again from the home page.
    </MessagePage>
  );
}
