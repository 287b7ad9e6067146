import "server-only";
import pg from "pg";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { describeError, log } from "@/lib/log";
import { readViewer } from "@/lib/auth/sessions";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";

/**
 * Streams case changes to reviewers. A trigger notifies the channel `cases` when a claim or a state changes. While reviewers are connected,
 * each server listens on one dedicated connection and forwards the user ids as server-sent events (product 10.15).
 */

/** The lifetime of a stream; the browser reconnects automatically. */
const STREAM_MS = 5 * 60_000;
/** A stream is closed within this time once its session has ended or its viewer may no longer read cases. */
const RIGHTS_MS = 2_000;
/** Heartbeats are sent often enough to keep proxies from closing idle connections. */
const HEARTBEAT_MS = 20_000;
const RECONNECT_MS = 1_000;
/** A slow client with more unsent events than this is disconnected. */
const MAX_UNSENT = 200;
const MAX_STREAMS_PER_VIEWER = 20;

interface Watcher {
  viewer: Viewer;
  send: (text: string) => void;
  close: () => void;
}

/** Next.js bundles this module more than once, so its state is global. */
interface Listener {
  watchers: Set<Watcher>;
  connection: pg.Client | null;
  /** Whether the connection already receives notifications. */
  isReady: boolean;
  rightsTimer?: ReturnType<typeof setInterval> | undefined;
}
const holder = globalThis as { seedlineCaseEvents?: Listener };
const listener: Listener = (holder.seedlineCaseEvents ??= {
  watchers: new Set(),
  connection: null,
  isReady: false,
});

const toEvent = (userId: string) => `data: ${userId}\n\n`;
/** Events may have been missed: the browser reloads everything. */
const MISSED = toEvent("*");

const broadcast = (text: string) => {
  for (const watcher of listener.watchers) watcher.send(text);
};

/** Connects while there are watchers. After an error, it reconnects. */
function listen(): void {
  if (listener.connection || listener.watchers.size === 0) return;
  const connection = new pg.Client({
    connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  });
  listener.connection = connection;
  connection.on("notification", ({ payload }) => broadcast(toEvent(payload ?? "*")));
  const restart = (error?: unknown) => {
    if (listener.connection !== connection) return;
    listener.connection = null;
    listener.isReady = false;
    if (error) log.warn({ event: "case_events.disconnected", ...describeError(error) });
    void connection.end().catch(() => undefined);
    setTimeout(listen, RECONNECT_MS).unref();
  };
  connection.on("error", restart);
  connection.on("end", () => restart());
  connection
    .connect()
    .then(() => connection.query("LISTEN cases"))
    .then(() => {
      listener.isReady = listener.connection === connection;
      broadcast(MISSED);
    }, restart);
}

/** Closes the streams of viewers who have lost their rights. If the database does not respond, the next run tries again. */
async function endWithoutRights(): Promise<void> {
  for (const id of new Set([...listener.watchers].map(({ viewer }) => viewer.sessionId))) {
    const current = await readViewer(id, { isUse: false });
    if (current && can(current, "cases.read") && !current.twoStepSetupRequired) continue;
    for (const watcher of [...listener.watchers]) if (watcher.viewer.sessionId === id) watcher.close();
  }
}

const checkRights = () =>
  endWithoutRights().catch((error: unknown) =>
    log.warn({ event: "case_events.rights_unknown", ...describeError(error) }),
  );

function stopListening(): void {
  if (listener.watchers.size > 0) return;
  const { connection } = listener;
  listener.connection = null;
  listener.isReady = false;
  clearInterval(listener.rightsTimer);
  listener.rightsTimer = undefined;
  void connection?.end().catch(() => undefined);
}

process.once("seedline:drain" as never, () => {
  for (const { close } of [...listener.watchers]) close();
});

/**
 * Opens a stream of server-sent events: the id of each user whose case changes, and `*` when other events may have been missed.
 * Throws RATE_LIMITED.
 */
export function openCaseEvents(viewer: Viewer): ReadableStream<Uint8Array> {
  const open = [...listener.watchers].filter((watcher) => watcher.viewer.userId === viewer.userId);
  if (open.length >= MAX_STREAMS_PER_VIEWER) throw new AppError("RATE_LIMITED");
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const watcher: Watcher = {
          viewer,
          send: (text) => {
            controller.enqueue(encoder.encode(text));
            if ((controller.desiredSize ?? 0) < -MAX_UNSENT) watcher.close();
          },
          close: () => {
            stop();
            controller.close();
          },
        };
        const heartbeat = setInterval(() => watcher.send(": still here\n\n"), HEARTBEAT_MS);
        const end = setTimeout(() => watcher.close(), STREAM_MS);
        stop = () => {
          clearInterval(heartbeat);
          clearTimeout(end);
          listener.watchers.delete(watcher);
          stopListening();
        };
        listener.watchers.add(watcher);
        listener.rightsTimer ??= setInterval(() => void checkRights(), RIGHTS_MS);
        watcher.send(`retry: ${RECONNECT_MS}\n\n`);
        if (listener.isReady) watcher.send(MISSED);
        else listen();
      },
      cancel: () => stop(),
    },
    { highWaterMark: 1 },
  );
}
