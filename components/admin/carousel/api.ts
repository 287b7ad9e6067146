import { api, ApiError, upload, type ApiResponse } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import type { SlideDto } from "@/lib/carousel/dto";
import { withErrorMessage } from "../api";

/** The carousel's calls (product 7.4). */
export interface SlideInput {
  title: string;
  description: string;
  image: string;
  link: string;
}

const slidePath = (id: string) => `/carousel/${encodeURIComponent(id)}`;

export const listSlides = (signal?: AbortSignal): Promise<SlideDto[]> =>
  withErrorMessage(
    fallbacks.loadCarousel,
    async () => (await api.get<ApiResponse<SlideDto[]>>("/carousel", signal ? { signal } : {})).data,
  );

export const createSlide = (input: SlideInput): Promise<SlideDto> =>
  withErrorMessage(
    fallbacks.createCarousel,
    async () => (await api.post<ApiResponse<SlideDto>>("/carousel", input)).data,
  );

export const updateSlide = (id: string, input: SlideInput): Promise<SlideDto> =>
  withErrorMessage(
    fallbacks.updateCarousel,
    async () => (await api.put<ApiResponse<SlideDto>>(slidePath(id), input)).data,
  );

export const deleteSlide = (id: string): Promise<string> =>
  withErrorMessage(
    fallbacks.deleteCarousel,
    async () => (await api.delete<ApiResponse>(slidePath(id))).message ?? "Deleted",
  );

/** Stores a picture and answers its address. */
export const uploadImage = (
  file: File,
  onProgress?: (sent: number, total: number) => void,
): Promise<string> =>
  withErrorMessage(fallbacks.upload, async () => {
    const form = new FormData();
    form.append("file", file);
    const { url } = await upload<ApiResponse<unknown, { url?: string }>>("/uploads/carousel", form, {
      ...(onProgress && { onProgress }),
    });
    if (!url) throw new ApiError(200, null, fallbacks.upload);
    return url;
  });
