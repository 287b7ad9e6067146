import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Our own tokens of app/globals.css, so that `rounded-control` and `rounded-none` are known to contradict each other. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      radius: ["control", "card"],
      shadow: ["raised"],
      animate: ["rise", "fade", "slide-in", "sheet"],
    },
  },
});

/** Joins class names; of two that say the same thing the later wins, so that a caller can adjust a primitive. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));
