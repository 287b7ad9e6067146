import { foldText } from "@/lib/text";

/** Returns the key for comparing names: without case, spaces, hyphens, slashes and apostrophes (product 10.9). */
export const placeKey = (name: string): string => foldText(name).replace(/[\s\-/'.]+/g, "");
