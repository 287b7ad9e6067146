// A page as Next answers it to a question that no client asked.
import { IncomingMessage, ServerResponse } from "node:http";
import { takeHead } from "./answer-head.mjs";

/** About the asker's copy and what of the answer they can use: not a matter of the page. */
const notOfThePage = ["accept-encoding", "if-none-match", "if-modified-since", "range"];

/**
 * The same question without a client at its other end. What is meant for everybody is asked by nobody: no cookie, no mark of the
 * asker. Next writes `nonce` on the scripts that it puts into the page, and on no others.
 */
export function question({ socket, url, headers }, { nonce, forEverybody }) {
  const req = new IncomingMessage(socket);
  const asked = forEverybody ? { host: "localhost", accept: "text/html" } : { ...headers };
  for (const name of notOfThePage) delete asked[name];
  asked["content-security-policy"] = `script-src 'nonce-${nonce}'`;
  Object.assign(req, { method: "GET", url, headers: asked });
  req.push(null);
  return req;
}

/** Next's answer as a whole: status, headers and body. */
export function render(handle, req) {
  return new Promise((resolve, reject) => {
    const res = new ServerResponse(req);
    const { writeHead, end } = res;
    const parts = [];
    const take = (args) => {
      const [part, encoding] = args;
      if (typeof part === "string")
        parts.push(Buffer.from(part, typeof encoding === "string" ? encoding : "utf8"));
      else if (part instanceof Uint8Array) parts.push(part);
      args.find((item) => typeof item === "function")?.();
    };
    res.writeHead = (status, ...rest) => {
      takeHead(res, status, rest);
      return writeHead.call(res, status);
    };
    res.flushHeaders = () => {};
    res.write = (...args) => {
      take(args);
      return true;
    };
    res.end = (...args) => {
      take(args);
      end.call(res);
      resolve({ status: res.statusCode, headers: res.getHeaders(), body: Buffer.concat(parts) });
      res.emit("finish");
      res.emit("close");
      return res;
    };
    handle(req, res).catch(reject);
  });
}
