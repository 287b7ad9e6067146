"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { call, type ApiError } from "@/lib/contract/client";
import { desk } from "@/lib/contract/endpoints/desk";
import type { SavedFilterDto, SaveFilter } from "@/lib/review/saved-filters/schema";
import { adminKeys } from "../keys";

/** The viewer's filters, loaded when they are first looked at, and their changes (product 10.23). */
export function useSavedFilters(enabled: boolean) {
  const client = useQueryClient();
  const store = (filters: SavedFilterDto[]) => client.setQueryData(adminKeys.savedFilters, filters);
  const query = useQuery<SavedFilterDto[], ApiError>({
    enabled,
    queryKey: adminKeys.savedFilters,
    queryFn: async ({ signal }) => (await call(desk.listSavedFilters, { signal })).data,
  });
  const save = useMutation<SavedFilterDto[], ApiError, SaveFilter>({
    mutationFn: async (body) => (await call(desk.saveFilter, { body })).data,
    onSuccess: store,
  });
  const remove = useMutation<SavedFilterDto[], ApiError, { filterId: string }>({
    mutationFn: async (params) => (await call(desk.deleteSavedFilter, { params })).data,
    onSuccess: store,
    onError: ({ message }) => {
      toast.error(message);
      void client.invalidateQueries({ queryKey: adminKeys.savedFilters });
    },
  });
  return { query, save, remove };
}

export type SavedFiltersCache = ReturnType<typeof useSavedFilters>;
