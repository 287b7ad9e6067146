"use client";

import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useLogout } from "./use-logout";

export function LogoutButton() {
  const { busy, run } = useLogout();
  return (
    <Button
      variant="secondary"
      busy={busy}
      onClick={() => void run()}
      icon={<LogOut aria-hidden className="size-4" />}
    >
      Log out
    </Button>
  );
}
