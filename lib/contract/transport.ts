/** An HTTP request, sent by fetch, or by XMLHttpRequest if upload progress is needed. Rejects only when aborted. */
export interface TransportRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  /** If present, the request uses XMLHttpRequest, because fetch does not report upload progress. */
  onProgress?: (sent: number, total: number) => void;
  /** Whether the request may outlive the page; its body then has at most 64 KB. */
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

export const sendRequest = (wire: TransportRequest): Promise<Reply> =>
  wire.onProgress ? byXhr(wire) : byFetch(wire);

async function byFetch({ url, file, onProgress: _, ...init }: TransportRequest): Promise<Reply> {
  try {
    const response = await fetch(url, { ...init, credentials: "include", cache: "no-store" });
    return {
      status: response.status,
      body: file && response.ok ? await response.blob() : parse(await response.text()),
      retryAfter: seconds(response.headers.get("Retry-After")),
    };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return noResponse;
  }
}

function byXhr({ method, url, headers, body, signal, onProgress }: TransportRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);

    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded, event.total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        retryAfter: seconds(request.getResponseHeader("Retry-After")),
      });
    request.onerror = () => resolve(noResponse);
    request.onabort = () => reject(new DOMException("The upload was stopped", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
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
