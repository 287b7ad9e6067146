import { extendTailwindMerge } from "tailwind-merge";

/** Joins class names; where two set the same property, the later one wins. Knows the tokens of app/globals.css. */
export const cn = extendTailwindMerge({
  extend: {
    theme: {
      radius: ["control", "card"],
      shadow: ["raised"],
      animate: ["rise", "fade", "slide-in", "sheet"],
    },
  },
});
