"use client";

import { useEffect, useState } from "react";
import type * as institutionsModule from "@/lib/reference/institutions";

type Institutions = typeof institutionsModule;

/** Loads the list of institutions, which only fields of bank accounts need. Null for other fields, and until it is loaded. */
export function useInstitutions(isNeeded: boolean): Institutions | null {
  const [institutions, setInstitutions] = useState<Institutions | null>(null);
  useEffect(() => {
    // Without the list, there is nothing to choose from and no warning; the next page loads it again.
    if (isNeeded) void import("@/lib/reference/institutions").then(setInstitutions, () => undefined);
  }, [isNeeded]);
  return institutions;
}
