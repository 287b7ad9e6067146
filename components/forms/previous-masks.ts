"use client";

import { createContext } from "react";

/**
 * The masks of numbers that were given before (ADR 9) and are being replaced just now, by field. Until the new number is complete
 * the old one counts: leaving the field empty brings it back.
 */
export type PreviousMasks = Map<string, string>;

export const KeptNumbersContext = createContext<PreviousMasks>(new Map());
