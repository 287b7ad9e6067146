"use client";

import { lazyOnOpen } from "./lazy-on-open";

/** Dialogs are a seventh of what a page would otherwise bring, and most visits open none: they come when the first one is opened. */
const dialogs = () => import("./dialogs");

export const Dialog = lazyOnOpen(dialogs, (module) => module.Dialog);
export const ConfirmDialog = lazyOnOpen(dialogs, (module) => module.ConfirmDialog);
export const Drawer = lazyOnOpen(dialogs, (module) => module.Drawer);
