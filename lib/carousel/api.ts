import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { slideDto } from "./dto";
import { createSlideSchema, orderSlidesSchema, updateSlideSchema } from "./schema";

const slideId = z.object({ id: z.uuid().toLowerCase() });

export const carousel = {
  listCarousel: endpoint("GET", "/api/carousel", "public", {
    data: z.array(slideDto),
    fallback: "Failed loading carousel items",
  }),
  createSlide: endpoint("POST", "/api/carousel", "site.change", {
    keys: true,
    idempotent: true,
    body: createSlideSchema,
    status: 201,
    data: slideDto,
    failures: ["CONFLICT"],
    fallback: "Failed creating carousel item",
  }),
  updateSlide: endpoint("PUT", "/api/carousel/{id}", "site.change", {
    keys: true,
    params: slideId,
    body: updateSlideSchema,
    data: slideDto,
    fallback: "Failed updating carousel item",
  }),
  deleteSlide: endpoint("DELETE", "/api/carousel/{id}", "site.change", {
    keys: true,
    params: slideId,
    fallback: "Failed deleting carousel item",
  }),
  orderCarousel: endpoint("PUT", "/api/carousel/order", "site.change", {
    keys: true,
    body: orderSlidesSchema,
    data: z.array(slideDto),
    failures: ["CONFLICT"],
    fallback: "Failed saving the order",
  }),
  uploadSlide: endpoint("POST", "/api/uploads/carousel", "site.change", {
    multipart: { file: { required: true } },
    status: 201,
    data: z.object({ url: z.string() }),
    extra: z.object({ url: z.string() }),
    fallback: "Upload failed",
  }),
};
