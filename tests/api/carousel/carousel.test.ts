import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { samplePhoto } from "../../../prisma/seed/files";
import type { SlideDto } from "@/lib/carousel/dto";
import { admin, call, del, get, person, post, put, urls } from "../../support/api";

describe("the carousel (product 2.14, 5.4, 7.4)", () => {
  it("is edited by administrators and read by all visitors", async () => {
    const [administrator, member] = await Promise.all([admin(), person()]);
    const created = await post(
      "/api/carousel",
      { image: "/carousel/build.svg", title: "T", link: "", position: 99, _id: "x" },
      administrator.token,
    );
    expect(created.status).toBe(201);
    const slide = created.body.data as SlideDto;
    expect(slide).toEqual({
      _id: slide._id,
      title: "T",
      description: null,
      image: "/carousel/build.svg",
      link: null,
    });
    expect((await get("/api/carousel")).body.data).toContainEqual(slide);

    const updated = await put(
      `/api/carousel/${slide._id}`,
      { title: "New", link: "https://example.com/a" },
      administrator.token,
    );
    expect(updated.body.data).toEqual({ ...slide, title: "New", link: "https://example.com/a" });
    for (const token of [member.token, undefined]) {
      const status = token ? 403 : 401;
      expect((await post("/api/carousel", { image: "/a.png" }, token)).status).toBe(status);
      expect((await put(`/api/carousel/${slide._id}`, {}, token)).status).toBe(status);
      expect((await del(`/api/carousel/${slide._id}`, token)).status).toBe(status);
    }
    const removed = await del(`/api/carousel/${slide._id}`, administrator.token);
    expect(removed.body.message).toBe("Deleted");
    expect((await del(`/api/carousel/${slide._id}`, administrator.token)).status).toBe(404);
  });

  it("rejects addresses that lead to another site or run a script (threat 31)", async () => {
    const administrator = await admin();
    const missing = await post("/api/carousel", {}, administrator.token);
    expect([missing.status, missing.body.message]).toEqual([422, "Required"]);
    for (const bad of [
      "//evil.example/a.png",
      "/\\evil.example",
      "javascript:alert(1)",
      "data:image/png;base64,AA",
      "ftp://a/b",
      "a.png",
      "https://",
      "http:/a",
      "/a\nb",
      "\\\\evil",
    ]) {
      for (const field of ["image", "link"]) {
        const answer = await post("/api/carousel", { image: "/a.png", [field]: bad }, administrator.token);
        expect([field, bad, answer.status, answer.body.message]).toEqual([
          field,
          bad,
          422,
          "Enter a valid URL or path starting with /",
        ]);
      }
    }
  });

  it("never requests an item's address from the server (threat 31)", async () => {
    const asked: string[] = [];
    const listener = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    try {
      const [administrator, member] = await Promise.all([admin(), person()]);
      const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/slide.png`;
      const slide = { image: address, link: address, title: address, description: address };
      const created = await post("/api/carousel", slide, administrator.token);
      expect(created.status).toBe(201);
      await put("/api/auth/updateMe", { name: address }, member.token);
      for (const path of [
        "/",
        "/api/carousel",
        "/admin/carousel",
        `/_next/image?url=${encodeURIComponent(address)}&w=640&q=75`,
        `/login?callbackUrl=${encodeURIComponent(address)}`,
      ])
        // oxfmt-ignore
        await (await fetch(urls()[0] + path, { headers: { cookie: administrator.cookies }, redirect: "manual" })).arrayBuffer();
      await expect.poll(async () => (await fetch(urls()[0])).text(), { timeout: 30_000 }).toContain(address);
      await del(`/api/carousel/${(created.body.data as SlideDto)._id}`, administrator.token);
      expect(asked).toEqual([]);
    } finally {
      listener.closeAllConnections();
      listener.close();
    }
  });

  it("accepts every spelling of an allowed address, and stores it as typed", async () => {
    const administrator = await admin();
    for (const image of ["/", "HTTPS://A.example/x.png", "http://a.example"]) {
      const created = await post("/api/carousel", { image, link: image }, administrator.token);
      expect([created.status, created.body.data]).toMatchObject([201, { image, link: image }]);
      await del(`/api/carousel/${(created.body.data as SlideDto)._id}`, administrator.token);
    }
  });

  it("reports an image that is too large", async () => {
    const administrator = await admin();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(6 * 1024 * 1024)]), "slide.jpg");
    const answer = await call("POST", "/api/uploads/carousel", { form, token: administrator.token });
    expect([answer.status, answer.body.message]).toEqual([413, "Max file size is 5MB"]);
  });

  it("stores an uploaded image and shows it to all visitors", async () => {
    const administrator = await admin();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await samplePhoto(200))]), "slide.jpg");
    const uploaded = await call("POST", "/api/uploads/carousel", { form, token: administrator.token });
    expect(uploaded.status).toBe(201);
    const url = (uploaded.body as unknown as { url: string }).url;
    const picture = await fetch(urls()[0] + url);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(picture.headers.get("cache-control")).toContain("public");
    const svg = new FormData();
    svg.append("file", new Blob(["<svg/>"]), "slide.svg");
    expect(
      (await call("POST", "/api/uploads/carousel", { form: svg, token: administrator.token })).status,
    ).toBe(415);
  });
});
