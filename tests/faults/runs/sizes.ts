import { deflateSync } from "node:zlib";
import { sampleAnswers } from "../../../prisma/seed/answers";
import { samplePhoto } from "../../../prisma/seed/files";
import { expensiveFiles, pngChunk } from "../../support/expensive-files";
import { measureRssGrowth } from "../../support/process-memory";
import { stream } from "../../support/stream";
import { ask, tokenOf, type Reply } from "../client";
import { ms, quantile } from "../load";
import type { FaultRun } from "../run";
import { startProbe } from "../probe";
import { FaultCluster } from "../world";

/** Returns a PNG of 256 megapixels in about thirty kilobytes: one bit per pixel, all white. */
function bomb(): Buffer {
  const side = 16_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const form = (bytes: Buffer, name: string): FormData => {
  const data = new FormData();
  data.append("file", new Blob([new Uint8Array(bytes)]), name);
  return data;
};

/**
 * Measures, for row 50, how long a call takes at most while files arrive that are expensive to read, and returns the statuses of the
 * uploads.
 */
async function measureOthers(base: string, tokens: string[]): Promise<{ worst: number; answers: number[] }> {
  const forms = (await expensiveFiles()).map(([, name, bytes]) => form(bytes, name));
  const stopProbe = startProbe(`${base}/api/health`);
  const answers = await Promise.all(
    tokens.map(async (token, n) => {
      const path = "/api/verification/draft/files/utilityBill";
      return (await ask(base, "PUT", path, { token, form: forms[n % forms.length]! })).status;
    }),
  );
  return { worst: quantile(await stopProbe(), 1), answers };
}

const EXPENSIVE_FILES = 20;

/**
 * Rows 24, 27 and 50: a body of 400 MB that never ends, an image that is small as a file and huge in memory, and
 * files that are expensive to read.
 */
export const sizes: FaultRun = async () => {
  const world = await FaultCluster.start();
  const [base = ""] = world.urls;
  const [person] = await world.people(1, "sizes");
  const token = await tokenOf(base, person!.email);
  const photo = (bytes: Buffer, name: string) =>
    ask(base, "PUT", "/api/verification/draft/files/passportPhoto", { token, form: form(bytes, name) });
  // Loads lazily loaded modules before the measurement.
  await photo(await samplePhoto(40), "photo.jpg");
  await ask(base, "POST", "/api/verification", { token, body: sampleAnswers(7) });

  const began = performance.now();
  const { result, mb } = await measureRssGrowth(world.servers[0]!.pid, () =>
    stream(base, "/api/verification/documents", "multipart/form-data; boundary=b", 400 * 1024 * 1024, {
      email: person!.email,
      id: person!.id,
      token,
      cookies: "",
    }),
  );
  const took = performance.now() - began;

  const tries: Reply[] = [];
  for (let n = 0; n < 5; n += 1) tries.push(await photo(bomb(), "photo.png"));
  const refused = tries.every(({ status }) => status >= 400 && status < 500);
  const slowest = quantile(
    tries.map((reply) => reply.ms),
    1,
  );

  const people = await world.people(EXPENSIVE_FILES, "expensive");
  const tokens: string[] = [];
  for (const { email } of people) tokens.push(await tokenOf(base, email));
  const { worst, answers } = await measureOthers(base, tokens);
  return [
    {
      row: 50,
      reached: `${answers.length} expensive files of up to 5 MB: ${answers.filter((status) => status === 415).length} rejected, the others accepted; slowest /api/health ${ms(worst)}`,
      ok: worst < 250 && answers.every((status) => status === 200 || status === 415),
    },
    {
      row: 24,
      reached: `${result.status} after ${ms(took)}, ${Math.round(result.sent / 1024 / 1024)} MB taken, memory +${Math.round(mb)} MB`,
      ok: result.status === 413 && took < 1_000 && mb < 50,
    },
    {
      row: 27,
      reached: `${Math.round(bomb().length / 1024)} kB of 256 MP, five times: answered ${tries[0]!.status}, slowest ${ms(slowest)}`,
      ok: refused && slowest < 500,
    },
  ];
};
