import { describe, expect, it } from "vitest";
import { person, refresh } from "../../../support/api";
import { startBeside } from "../../../support/installation";

describe("refresh (threat 11-13)", () => {
  it("threat 13: a server killed during refreshes ends no session", async () => {
    const victim = await startBeside();
    const people = await Promise.all(Array.from({ length: 10 }, () => person()));
    const inFlight = Promise.allSettled(
      people.flatMap((user) =>
        Array.from({ length: 5 }, () =>
          fetch(`${victim.url}/api/auth/refresh`, { method: "POST", headers: { cookie: user.cookies } }).then(
            (r) => r.text(),
          ),
        ),
      ),
    );
    await victim.stop("SIGKILL");
    await inFlight;
    // Whether the rotation was committed or not, the clients' token is still valid.
    for (const user of people) expect((await refresh(user.cookies)).status).toBe(200);
  });
});
