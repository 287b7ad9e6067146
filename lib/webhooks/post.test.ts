import { expect, it } from "vitest";
import { startReceiver } from "../../tests/support/webhook-receiver";
import { post } from "./post";

it("threat 79: a name that stands for a private address is not reached, also on this machine", async () => {
  await using receiver = await startReceiver();
  const url = receiver.url.replace("127.0.0.1", "localhost");
  for (const address of [url, url.replace("http:", "https:"), receiver.url])
    expect(await post(address, {}, "{}")).toMatchObject({ status: null, error: "not_allowed" });
  expect(receiver.received).toEqual([]);
});
