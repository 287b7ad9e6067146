/** A slide as it is answered (product 3). */
export interface SlideDto {
  _id: string;
  title: string | null;
  description: string | null;
  image: string;
  link: string | null;
}
