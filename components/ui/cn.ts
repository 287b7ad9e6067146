import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two that say the same thing the later wins, so that a caller can adjust a primitive. */
export const cn = (...classes: ClassValue[]): string => twMerge(clsx(classes));
