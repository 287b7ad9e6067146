/**
 * An HTTP request, sent with fetch, or with XMLHttpRequest if upload progress is needed. Rejects only when its signal is aborted; never
 * waits forever.
 */
export interface TransportRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  /** If present, the request uses XMLHttpRequest, because fetch does not report upload progress. */
  onProgress?: (sent: number, total: number) => void;
  /** Whether the request may outlive the page; if so, its body has at most 64 KB. */
  keepalive?: boolean;
  /** Whether a successful response is returned as a Blob. */
  file?: boolean;
}

export interface Reply {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** Parsed JSON, or null if the body is not JSON; a Blob if a file was requested. */
  body: unknown;
  retryAfter: number | null;
}

const noResponse: Reply = { status: 0, body: null, retryAfter: null };

/**
 * A request without progress for this long has failed: browsers wait for minutes, but our server responds within 30 s of receiving a
 * request.
 */
const STALL_MS = 45_000;

/** Calls `onStall` after STALL_MS without progress. Every exchange ends with `end`. */
function watchProgress(onStall: () => void) {
  let timer = setTimeout(onStall, STALL_MS);
  const end = () => clearTimeout(timer);
  const progressed = () => {
    end();
    timer = setTimeout(onStall, STALL_MS);
  };
  return { progressed, end };
}

export const sendRequest = (wire: TransportRequest): Promise<Reply> =>
  wire.onProgress ? byXhr(wire) : byFetch(wire);

async function byFetch({ url, file, onProgress: _, ...init }: TransportRequest): Promise<Reply> {
  const stalled = new AbortController();
  const { progressed, end } = watchProgress(() => stalled.abort());
  const signal = init.signal ? AbortSignal.any([init.signal, stalled.signal]) : stalled.signal;
  try {
    const response = await fetch(url, { ...init, signal, credentials: "include", cache: "no-store" });
    return {
      status: response.status,
      body: file && response.ok ? await readBlob(response, progressed) : parse(await response.text()),
      retryAfter: seconds(response.headers.get("Retry-After")),
    };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return noResponse;
  } finally {
    end();
  }
}

async function readBlob(response: Response, onChunk: () => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onChunk();
    chunks.push(part.value);
  }
  return new Blob(chunks, { type: response.headers.get("Content-Type") ?? "" });
}

/** Sends with XMLHttpRequest. If the device goes offline, the call ends without a response: the browser itself may notice much later. */
function byXhr({ method, url, headers, body, signal, onProgress }: TransportRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);

    const abort = () => request.abort();
    const { progressed, end } = watchProgress(abort);
    window.addEventListener("offline", abort);
    request.upload.onprogress = (event) => {
      progressed();
      if (event.lengthComputable) onProgress?.(event.loaded, event.total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        retryAfter: seconds(request.getResponseHeader("Retry-After")),
      });
    request.onerror = () => resolve(noResponse);
    request.onabort = () =>
      signal?.aborted
        ? reject(new DOMException("The upload was stopped", "AbortError"))
        : resolve(noResponse);
    request.onloadend = () => {
      end();
      window.removeEventListener("offline", abort);
    };
    signal?.addEventListener("abort", abort);
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function seconds(header: string | null): number | null {
  const value = Number(header);
  return header && Number.isFinite(value) && value >= 0 ? value : null;
}
