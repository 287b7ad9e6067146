import { describe, expect, it } from "vitest";
import { eraseUser } from "@/lib/users/erasure";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { admin, call, person, post, put, submit, personalInvestor } from "../../../support/api";
import { changeDuring } from "../../../support/held-user";

/** If a row is deleted while a request waits for it, the response is 401 or 404, never 500 (product 10.2). */
describe("an account that is deleted during a request", () => {
  it("answers its own requests with 401", async () => {
    const user = await person({ role: "startup" });
    const { token } = user;
    const answers = await changeDuring(
      user.id,
      () => [
        put("/api/auth/updateMe", { name: "Another Name" }, token),
        put("/api/auth/setRole", { role: "investor" }, token),
        post("/api/auth/step-up", { password: DEMO_PASSWORD }, token),
        post("/api/auth/archive", {}, token),
        post("/api/auth/login", { email: user.email, password: DEMO_PASSWORD }),
        call("PUT", "/api/verification/draft", { token, body: { kind: "individual", values: {} } }),
      ],
      (tx) => eraseUser(tx, user.id, user.id),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses[5]).toBeLessThan(500);
  });

  it("answers requests of administrators about it with 404", async () => {
    const [reviewer, root, user] = [await admin(), await admin(true), await personalInvestor()];
    await submit(user);
    const path = `/api/admin/users/${user.id}`;
    const answers = await changeDuring(
      user.id,
      () => [
        call("PATCH", `${path}/role`, { token: root.token, body: { role: "startup" } }),
        call("DELETE", path, { token: root.token }),
        post(`${path}/notes`, { text: "A note", mentions: [] }, reviewer.token),
        call("PATCH", `${path}/verification-status`, {
          token: reviewer.token,
          body: { status: "rejected", rejectionReason: "A reason that is long enough." },
        }),
      ],
      (tx) => eraseUser(tx, user.id, user.id),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("of an administrator: 401 for requests in progress", async () => {
    const [root, user] = [await admin(true), await personalInvestor()];
    await submit(user);
    const answers = await changeDuring(
      root.id,
      () => [
        call("DELETE", `/api/admin/users/${user.id}`, { token: root.token }),
        call("POST", "/api/admin/create-sub-admin", {
          token: root.token,
          body: {
            name: "New Admin",
            email: `new.${root.id}@seedline.example`,
            phone: "",
            password: "a long Enough pass-phrase 7",
          },
        }),
      ],
      (tx) => eraseUser(tx, root.id, root.id, "admin.deleted"),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
});
