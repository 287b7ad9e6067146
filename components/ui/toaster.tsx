"use client";

import dynamic from "next/dynamic";

/** Loaded after the page: no message appears before something was done on it. */
export const Toaster = dynamic(() => import("./notifications").then((module) => module.Notifications), {
  ssr: false,
});
