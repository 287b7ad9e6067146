import { expect, it } from "vitest";
import { scaleOf } from "./value-plot";

it.each([
  [0, [0]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [805_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
  [5_513_968, [0, 2_000_000, 4_000_000, 6_000_000]],
  [100, [0, 25, 50, 75, 100]],
])("the scale of %i", (highest, ticks) => expect(scaleOf(highest)).toEqual(ticks));
