import type { CaseResult } from "./report";

const ROW = 58;
const BAR = 12;
const LABELS = 210;
const WIDTH = 900;
const COLOURS = ["#0f766e", "#5eada5", "#a7d3ce"];
const BASELINE = "#b45309";

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A bar chart of the throughput per case: Seedline at each size, and Fastify at its largest one. */
export function renderChart(results: CaseResult[]): string {
  const most = Math.max(...results.flatMap(({ figures }) => figures.map(({ perSecond }) => perSecond)));
  const scale = (WIDTH - LABELS - 90) / most;
  const bars = results.flatMap(({ name, figures }, index) => {
    const top = 60 + index * ROW;
    const ours = figures.filter(({ target }) => target === "seedline");
    const fastify = figures.filter(({ target }) => target === "fastify").at(-1);
    const shown = [
      ...ours.map((figure, position) => ({ ...figure, colour: COLOURS[position % COLOURS.length]! })),
      ...(fastify ? [{ ...fastify, colour: BASELINE }] : []),
    ];
    return [
      `<text x="${LABELS - 12}" y="${top + 22}" text-anchor="end" font-size="14">${escape(name)}</text>`,
      ...shown.map(({ perSecond, colour }, position) => {
        const y = top + position * BAR;
        const length = Math.max(1, Math.round(perSecond * scale));
        return `<rect x="${LABELS}" y="${y}" width="${length}" height="${BAR - 2}" fill="${colour}"/><text x="${LABELS + length + 6}" y="${y + 9}" font-size="10" fill="#475569">${Math.round(perSecond)}</text>`;
      }),
    ];
  });
  const fastifyUsers = results[0]?.figures.filter(({ target }) => target === "fastify").at(-1)?.users;
  const sizes = (results[0]?.figures ?? []).filter(({ target }) => target === "seedline");
  const keys = [
    ...sizes.map(({ users }, position) => [
      `${users.toLocaleString("en")} users`,
      COLOURS[position % COLOURS.length]!,
    ]),
    ...(fastifyUsers ? [[`Fastify, ${fastifyUsers.toLocaleString("en")} users`, BASELINE]] : []),
  ] as [string, string][];
  const legend = keys.map(
    ([text, colour], position) =>
      `<rect x="${LABELS + position * 165}" y="34" width="12" height="12" fill="${colour}"/><text x="${LABELS + position * 165 + 18}" y="44" font-size="12">${escape(text)}</text>`,
  );
  const height = 70 + results.length * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" fill="#0f172a" role="img" aria-label="Requests per second for each list, by number of users">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${LABELS}" y="22" font-size="15" font-weight="600">Requests per second, 16 connections</text>`,
    ...legend,
    ...bars,
    "</svg>\n",
  ].join("\n");
}
