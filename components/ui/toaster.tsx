"use client";

import { useEffect, useState, type ComponentType } from "react";

/** Loaded lazily, to keep pages small: messages appear only after an action. */
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
