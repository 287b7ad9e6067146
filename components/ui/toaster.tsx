"use client";

import { useEffect, useState, type ComponentType } from "react";

/** Loaded after the page, which weighs less for it: no message appears before something was done. */
export function Toaster() {
  const [Notifications, setNotifications] = useState<ComponentType | null>(null);
  useEffect(() => {
    import("./notifications").then(
      (module) => setNotifications(() => module.Notifications),
      (error: unknown) => console.error("Messages could not be loaded", error),
    );
  }, []);
  return Notifications && <Notifications />;
}
