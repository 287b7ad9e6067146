import "server-only";
import type { carousel } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const carouselSummaries: Record<keyof typeof carousel, string> = {
  listCarousel: "List the slides on the home page",
  createSlide: "Add a slide",
  updateSlide: "Update a slide; omitted values stay as they are",
  deleteSlide: "Delete a slide",
  orderCarousel: "Set the order of all slides",
  uploadSlide: "Upload the image of a slide; returns its URL",
};
