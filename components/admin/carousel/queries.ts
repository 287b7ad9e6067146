"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "@/lib/contract/client";
import type { SlideDto } from "@/lib/carousel/dto";
import { adminKeys } from "../keys";
import { createSlide, deleteSlide, listSlides, updateSlide, type SlideInput } from "./api";

export const useSlides = () =>
  useQuery<SlideDto[], ApiError>({
    queryKey: adminKeys.carousel,
    queryFn: ({ signal }) => listSlides(signal),
  });

/** Creates without an id, changes with one; either way the list is fetched anew (product 4.6). */
export function useSaveSlide() {
  const client = useQueryClient();
  return useMutation<SlideDto, ApiError, { id: string | null; input: SlideInput }>({
    mutationFn: ({ id, input }) => (id ? updateSlide(id, input) : createSlide(input)),
    onSuccess: () => void client.invalidateQueries({ queryKey: adminKeys.carousel }),
  });
}

export function useDeleteSlide() {
  const client = useQueryClient();
  return useMutation<string, ApiError, string>({
    mutationFn: deleteSlide,
    onSuccess: (_message, id) => {
      client.setQueryData<SlideDto[]>(adminKeys.carousel, (slides) =>
        slides?.filter((slide) => slide._id !== id),
      );
      void client.invalidateQueries({ queryKey: adminKeys.carousel });
    },
  });
}
