import * as z from "zod";

export const slideDto = z.object({
  _id: z.uuid(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  image: z.string(),
  link: z.string().nullable(),
});

export type SlideDto = z.output<typeof slideDto>;
