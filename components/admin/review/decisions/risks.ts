"use client";

import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { caseQuery } from "../cases/queries";
import { adminKeys } from "../../keys";
import { describeRisks } from "./describe-risks";
import { duplicatesQuery, guardianQuery, identityChecksQuery } from "../queries";
import { screeningQuery } from "../screening/queries";
import { partReviewsQuery } from "./use-part-reviews";

/**
 * Loads what an approval would pass over, as it is now: colleagues may have flagged, confirmed or decided something since (product 10.15).
 */
export async function loadRisks(client: QueryClient, id: string): Promise<string[]> {
  const now = { staleTime: 0 };
  const [guardian, screening, duplicates, parts, identity, item] = await Promise.all([
    client.fetchQuery({ ...guardianQuery(id), ...now }),
    client.fetchQuery({ ...screeningQuery(id), ...now }),
    client.fetchQuery({ ...duplicatesQuery(id), ...now }),
    client.fetchQuery({ ...partReviewsQuery(id), ...now }),
    client.fetchQuery({ ...identityChecksQuery(id), ...now }),
    client.fetchQuery({ ...caseQuery(id), ...now }),
  ]);
  return describeRisks({ guardian, screening, duplicates, parts, identity, item });
}

/** Loads what an approval would pass over for a dialog, as of when it opened. */
export function useRisks(userId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: adminKeys.risks(userId),
    queryFn: () => loadRisks(client, userId),
    // What this query loads is retried already.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}
