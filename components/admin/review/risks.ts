"use client";

import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { caseQuery } from "../cases/queries";
import { adminKeys } from "../keys";
import { describeRisks } from "./describe-risks";
import { duplicatesQuery, guardianQuery, identityChecksQuery } from "./queries";
import { screeningQuery } from "./screening-queries";
import { partReviewsQuery } from "./use-part-reviews";

/** What an approval would pass over, from what the page has loaded, or what it lacks (product 10.15). */
export async function loadRisks(client: QueryClient, id: string): Promise<string[]> {
  const [guardian, screening, duplicates, parts, identity, item] = await Promise.all([
    client.ensureQueryData(guardianQuery(id)),
    client.ensureQueryData(screeningQuery(id)),
    client.ensureQueryData(duplicatesQuery(id)),
    client.ensureQueryData(partReviewsQuery(id)),
    client.ensureQueryData(identityChecksQuery(id)),
    client.ensureQueryData(caseQuery(id)),
  ]);
  return describeRisks({ guardian, screening, duplicates, parts, identity, item });
}

/** The same for a dialog, as of when it opened. */
export function useRisks(userId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adminKeys.risks(userId),
    queryFn: () => loadRisks(client, userId),
    staleTime: 0,
    gcTime: 0,
  });
}
