import { describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { freshEmail, person } from "../../../support/api";
import { serverBeside } from "../../../support/installation";
import { postJson } from "../../../support/own-server";

describe("logins from one address", () => {
  // Behind a proxy, so that no other test uses this address.
  const server = serverBeside({ TRUSTED_PROXY_HOPS: "1" });

  const logIn = async (email: string, password: string, address: string) => {
    const response = await postJson(
      `${server.url}/api/auth/login`,
      { email, password },
      { "x-forwarded-for": address },
    );
    await response.arrayBuffer();
    return response.status;
  };

  it("threat 4: of 190 parallel wrong passwords for 190 accounts, 100 are compared; other addresses are not affected", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 190 }, () => logIn(freshEmail("many"), "not my password", "198.51.100.7")),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    const { email } = await person();
    expect(await logIn(email, DEMO_PASSWORD, "198.51.100.7")).toBe(429);
    expect(await logIn(email, DEMO_PASSWORD, "198.51.100.8")).toBe(200);
  });
});
