/** The geometry of the image viewer. */
export interface Size {
  width: number;
  height: number;
}

const steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5] as const;

/** Returns the next zoom level up or down, between the first and the last. */
export function nextZoom(now: number, direction: 1 | -1): number {
  const found =
    direction === 1 ? steps.find((step) => step > now) : [...steps].reverse().find((step) => step < now);
  return found ?? now;
}

/**
 * Returns the size of an image in a frame (`room`): fitted at zoom 1, where it is enlarged at most fourfold. `box` is its size after
 * `turns` quarter turns, `image` its size before them.
 */
export function fitted(natural: Size, room: Size, zoom: number, turns: number): { box: Size; image: Size } {
  const lying = turns % 2 === 1;
  const width = lying ? natural.height : natural.width;
  const height = lying ? natural.width : natural.height;
  const scale = Math.min(room.width / width, room.height / height, 4) * zoom;
  const image = { width: natural.width * scale, height: natural.height * scale };
  return { image, box: lying ? { width: image.height, height: image.width } : image };
}
