import * as z from "zod";
import { slideDto } from "@/lib/carousel/dto";
import { createSlideSchema, orderSlidesSchema, updateSlideSchema } from "@/lib/carousel/schema";
import { endpoint } from "../endpoint";

const slideId = z.object({ id: z.uuid().toLowerCase() });

export const carousel = {
  listCarousel: endpoint({
    method: "GET",
    path: "/api/carousel",
    summary: "List the slides of the home page",
    auth: "public",
    data: z.array(slideDto),
    fallback: "Failed loading carousel items",
  }),
  createSlide: endpoint({
    method: "POST",
    path: "/api/carousel",
    summary: "Add a slide",
    auth: "admin",
    body: createSlideSchema,
    status: 201,
    data: slideDto,
    fallback: "Failed creating carousel item",
  }),
  updateSlide: endpoint({
    method: "PUT",
    path: "/api/carousel/{id}",
    summary: "Change a slide; missing values stay as they are",
    auth: "admin",
    params: slideId,
    body: updateSlideSchema,
    data: slideDto,
    fallback: "Failed updating carousel item",
  }),
  deleteSlide: endpoint({
    method: "DELETE",
    path: "/api/carousel/{id}",
    summary: "Delete a slide",
    auth: "admin",
    params: slideId,
    fallback: "Failed deleting carousel item",
  }),
  orderCarousel: endpoint({
    method: "PUT",
    path: "/api/carousel/order",
    summary: "Put all slides in an order",
    auth: "admin",
    body: orderSlidesSchema,
    data: z.array(slideDto),
    fallback: "Failed saving the order",
  }),
  uploadSlide: endpoint({
    method: "POST",
    path: "/api/uploads/carousel",
    summary: "Upload the image of a slide; answers its url",
    auth: "admin",
    multipart: { file: { required: true } },
    status: 201,
    data: z.object({ url: z.string() }),
    extra: z.object({ url: z.string() }),
    fallback: "Upload failed",
  }),
};
