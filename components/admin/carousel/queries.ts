"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { carousel } from "@/lib/carousel/api";
import type { SlideDto } from "@/lib/carousel/dto";
import { call, type ApiError } from "@/lib/contract/client";
import { adminKeys } from "../keys";

type SlideInput = Record<"title" | "description" | "image" | "link", string>;

export const useSlides = () =>
  useQuery<SlideDto[], ApiError>({
    queryKey: adminKeys.carousel,
    queryFn: async ({ signal }) => (await call(carousel.listCarousel, { signal })).data,
  });

/** Creates a slide, or updates the one with `id`; the list is then reloaded (product 4.6). */
export function useSaveSlide() {
  const client = useQueryClient();
  return useMutation<SlideDto, ApiError, { id: string | null; input: SlideInput }>({
    mutationFn: async ({ id, input }) =>
      id
        ? (await call(carousel.updateSlide, { params: { id }, body: input })).data
        : (await call(carousel.createSlide, { body: input })).data,
    onSuccess: () => void client.invalidateQueries({ queryKey: adminKeys.carousel }),
  });
}

/** Saves the order. After a conflict the list is reloaded. */
export function useOrderSlides() {
  const client = useQueryClient();
  return useMutation<SlideDto[], ApiError, string[]>({
    mutationFn: async (ids) => (await call(carousel.orderCarousel, { body: { ids } })).data,
    onSuccess: (slides) => client.setQueryData(adminKeys.carousel, slides),
    onError: () => void client.invalidateQueries({ queryKey: adminKeys.carousel }),
  });
}

export function useDeleteSlide() {
  const client = useQueryClient();
  return useMutation<unknown, ApiError, string>({
    mutationFn: (id) => call(carousel.deleteSlide, { params: { id } }),
    onSuccess: (_answer, id) => {
      client.setQueryData<SlideDto[]>(adminKeys.carousel, (slides) =>
        slides?.filter((slide) => slide._id !== id),
      );
      void client.invalidateQueries({ queryKey: adminKeys.carousel });
    },
  });
}

/** Stores an image and returns its URL. */
export async function uploadImage(file: File, onProgress: (sent: number, total: number) => void) {
  const form = new FormData();
  form.append("file", file);
  return (await call(carousel.uploadSlide, { form, onProgress })).url;
}
