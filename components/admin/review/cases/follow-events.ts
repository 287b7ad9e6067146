"use client";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Follows a stream of server-sent events until the returned function is called. The browser itself reconnects only after a lost connection,
 * and gives up permanently if that attempt fails with an error status, such as 503 from a server that is restarting.
 */
export function followEvents(path: string, receive: (data: string) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => (waitMs = FIRST_WAIT_MS);
    source.onmessage = ({ data }) => receive(String(data));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
