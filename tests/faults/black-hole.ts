import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

/** A service that accepts connections and data but never responds. */
export class BlackHole {
  private readonly open = new Set<net.Socket>();
  private readonly server = net.createServer((socket) => {
    this.open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => this.open.delete(socket));
    socket.resume();
  });
  /** The number of connections accepted. */
  taken = 0;

  async start(): Promise<this> {
    this.server.on("connection", () => (this.taken += 1));
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.open) socket.destroy();
    this.server.close();
  }
}
