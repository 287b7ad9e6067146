import { ask, tokenOf } from "../client";
import { ms } from "../load";
import { until } from "../world";
import type { Proof } from "./cluster";

const CHANGES = 10;

/** A change to a slide is visible on the home page of both servers within a second. */
export const carousel: Proof = async ({ url, world }) => {
  const [admin] = await world.people(1, "slides", "admin", true);
  const token = await tokenOf(url, admin!.email);
  const slide = { image: "/carousel/build.svg", title: "Before" };
  const created = await ask(url, "POST", "/api/carousel", { token, body: slide });
  const path = `/api/carousel/${String(created.body!.data!["_id"])}`;
  // Both pages are cached, as in production.
  const page = async (base: string) => (await fetch(base, { headers: { accept: "text/html" } })).text();
  for (const base of world.urls) await page(base);

  const took: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const title = `Slide number ${n} of many`;
    await ask(url, "PUT", path, { token, body: { title } });
    const changed = performance.now();
    await Promise.all(
      world.urls.map((base) => until(async () => (await page(base)).includes(title), title, 10_000)),
    );
    took.push(performance.now() - changed);
  }
  const slowest = Math.max(...took);
  return [
    {
      name: "carousel",
      reached: `${CHANGES} changes on both servers after at most ${ms(slowest)}`,
      ok: slowest < 1_000,
    },
  ];
};
