import { parentPort, Worker, isMainThread, workerData } from "node:worker_threads";

/** Measures a call repeatedly in a separate thread, so that the load of the caller does not distort the response times. */
export function startProbe(url: string): () => Promise<number[]> {
  const worker = new Worker(import.meta.filename, { workerData: url });
  const times = new Promise<number[]>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  return () => {
    worker.postMessage("stop");
    return times;
  };
}

if (!isMainThread && typeof workerData === "string") {
  const times: number[] = [];
  let isOver = false;
  parentPort!.once("message", () => (isOver = true));
  while (!isOver) {
    const began = performance.now();
    const response = await fetch(workerData);
    await response.arrayBuffer();
    times.push(response.ok ? performance.now() - began : Infinity);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  parentPort!.postMessage(times);
}
