import { describe, expect, it } from "vitest";
import {
  PASSWORD,
  admin,
  freshEmail,
  patch,
  person,
  post,
  put,
  registration,
  tokenIn,
  waitForMail,
} from "../../support/api";

describe("names in emails (threat 58)", () => {
  it("are left out until the address is verified", async () => {
    const email = freshEmail();
    const registered = await post("/api/auth/register", { ...registration(email), name: "Call 0800 Now" });
    expect((await waitForMail(email, /code/)).text).not.toContain("Call 0800");
    const reviewer = await admin();
    const path = `/api/admin/users/${registered.body.user!._id}/verification-status`;
    expect((await patch(path, { status: "approved" }, reviewer.token)).status).toBe(200);
    expect((await waitForMail(email, /approved/)).text).toMatch(/^Hello,$/m);

    await post("/api/auth/forgot-password", { email });
    const reset = await waitForMail(email, /^Reset/);
    expect(reset.text).toMatch(/^Hello,$/m);
    expect(reset.html).not.toContain("Call 0800");
    const token = tokenIn(reset);
    expect((await post("/api/auth/reset-password", { token, password: PASSWORD })).status).toBe(200);
    expect((await waitForMail(email, /password was changed/)).text).toMatch(/^Hello,$/m);

    // Now it is verified.
    await post("/api/auth/forgot-password", { email });
    expect((await waitForMail(email, /^Reset/, 2)).text).toContain("Hello Call 0800 Now,");
  });

  it("are isolated if they are written from right to left, so that text beside them stays in order", async () => {
    const user = await person();
    const name = "\u0645\u062d\u0645\u062f 12";
    expect((await put("/api/auth/updateMe", { name }, user.token)).body.data).toMatchObject({ name });
    await post("/api/auth/forgot-password", { email: user.email });
    const { text, html } = await waitForMail(user.email, /^Reset/);
    expect(text).toContain(`Hello \u2068${name}\u2069,`);
    expect(html).toContain(`Hello \u2068${name}\u2069,`);
  });

  it("cannot be links, wherever they are set", async () => {
    const name = "You won, see evil.com";
    const [user, root] = await Promise.all([person(), admin(true)]);
    const administrator = {
      email: freshEmail().replace("test.example", "seedline.example"),
      password: PASSWORD,
    };
    const answers = await Promise.all([
      post("/api/auth/register", { ...registration(freshEmail()), name }),
      put("/api/auth/updateMe", { name }, user.token),
      post("/api/admin/create-sub-admin", { ...administrator, name }, root.token),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      const message = "Enter your name without a web address. Put a space after a full stop.";
      expect(body.errors).toEqual([{ path: "name", message }]);
    }
  });
});
