import "server-only";
import type { carousel } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const carouselSummaries: Record<keyof typeof carousel, string> = {
  listCarousel: "List the slides of the home page",
  createSlide: "Add a slide",
  updateSlide: "Change a slide; missing values stay as they are",
  deleteSlide: "Delete a slide",
  orderCarousel: "Put all slides in an order",
  uploadSlide: "Upload the image of a slide; answers its url",
};
