import { expect, it, vi } from "vitest";
import { openApiDocument } from "@/lib/contract/openapi";
import { AppError } from "@/lib/errors";
import { route } from "./route";

const deprecated = vi.hoisted(() => ({
  since: "2026-12-01",
  sunset: "2027-06-01",
  use: "GET /api/ready",
}));
vi.mock("@/lib/contract/endpoints", async (load) => {
  const { endpoints } = await load<{ endpoints: Record<string, object> }>();
  return { endpoints: { ...endpoints, health: { ...endpoints["health"], deprecated } } };
});

it("a deprecated call says so in each response and in the document (RFC 9745, RFC 8594)", async () => {
  const [answer, refuse] = [
    route("health", () => Promise.resolve({ data: { status: "ok" } })),
    route("health", () => Promise.reject(new AppError("CONFLICT"))),
  ];
  const context = { params: Promise.resolve({}) };
  const request = new Request("http://localhost/api/health");
  const [accepted, refused] = [await answer(request, context), await refuse(request, context)];
  expect([accepted.status, refused.status]).toEqual([200, 409]);
  for (const { headers } of [accepted, refused]) {
    expect(headers.get("deprecation")).toBe("@1796083200");
    expect(headers.get("sunset")).toBe("Tue, 01 Jun 2027 00:00:00 GMT");
  }
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, object>> };
  expect(paths["/api/health"]!["get"]).toMatchObject({
    deprecated: true,
    "x-sunset": "2027-06-01",
    description: "Deprecated since 2026-12-01, and may be missing from 2027-06-01. Use GET /api/ready.",
  });
  expect(paths["/api/ready"]!["get"]).not.toHaveProperty("deprecated");
});
