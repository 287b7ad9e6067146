import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeDojah, type Reply } from "../../tests/support/dojah";
import { dojah } from "./dojah";
import type { IdentityRequest } from "./port";

const person = { name: "Ada Obi", firstName: "Ada", surname: "Obi", dateOfBirth: "1990-05-17" };
const nin = { kind: "nin", number: "70123456789", ...person } as const;
const bvn = { kind: "bvn", number: "22222222222", ...person } as const;
const account = { kind: "account", number: "0123456789", bankCode: "058", name: "Ada Obi" } as const;
const company = { kind: "company", number: "1234567", type: "COMPANY", name: "Acme Limited" } as const;

let server: FakeDojah;
beforeAll(async () => {
  server = await new FakeDojah().start();
});
afterAll(() => server.stop());

function check(
  request: IdentityRequest,
  reply: Reply,
  signal = AbortSignal.timeout(5_000),
  secretKey = "test_sk",
) {
  server.reply = () => reply;
  return dojah({ url: server.url, appId: "app", secretKey }).check(request, signal);
}
const ok = (entity: object): Reply => ({ status: 200, body: { entity } });
const fails = (status: number, body: object | string = { error: "no" }): Reply => ({ status, body });

describe("Dojah's protocol", () => {
  it("asks with the documented paths and parameters", async () => {
    const from = server.calls.length;
    for (const request of [nin, bvn, account, company, { ...bvn, dateOfBirth: null }])
      await check(request, fails(404));
    expect(server.calls.slice(from).map(({ pathname, search }) => pathname + search)).toEqual([
      "/api/v1/kyc/nin?nin=70123456789",
      "/api/v1/kyc/bvn/full?bvn=22222222222&first_name=Ada&last_name=Obi&dob=1990-05-17",
      "/api/v1/kyc/nuban?account_number=0123456789&bank_code=058",
      "/api/v1/kyc/cac/basic?rc_number=1234567&company_type=COMPANY",
      "/api/v1/kyc/bvn/full?bvn=22222222222&first_name=Ada&last_name=Obi",
    ]);
  });

  it("reads what is compared, and drops photos and contacts", async () => {
    const entity = { first_name: "ADA", last_name: "OBI", middle_name: "NKEM", date_of_birth: "1990-05-17" };
    const rest = { photo: "/9j/".repeat(100_000), phone_number: "0812345678" };
    expect(await check(nin, ok({ ...entity, ...rest }))).toEqual({
      found: true,
      name: "ADA NKEM OBI",
      dateOfBirth: "1990-05-17",
      status: null,
    });
    const dated = await check(nin, ok({ ...entity, date_of_birth: "17-05-1990" }));
    expect(dated).toMatchObject({ dateOfBirth: "1990-05-17" });
    const validated = {
      bvn: { value: bvn.number, status: true },
      first_name: { confidence_value: 100, status: true },
    };
    const dateOfBirth = { date_of_birth: { status: false } };
    const surname = { last_name: { status: true } };
    expect(await check(bvn, ok({ ...validated, ...surname, ...dateOfBirth }))).toMatchObject({
      name: true,
      dateOfBirth: false,
    });
    // A matching first name alone does not count as a match.
    expect(await check(bvn, ok(validated))).toMatchObject({ name: null });
    const otherSurname = { ...validated, last_name: { status: false } };
    expect(await check(bvn, ok(otherSurname))).toMatchObject({ name: false, dateOfBirth: null });
    expect(await check(bvn, ok({ bvn: { value: bvn.number, status: false } }))).toEqual({ found: false });
    expect(await check(account, ok({ account_name: "OBI ADA", bank: "GTB" }))).toMatchObject({
      name: "OBI ADA",
    });
    const registered = { company_name: "ACME LIMITED", status: "Not Active" };
    expect(await check(company, ok(registered))).toMatchObject({
      name: "ACME LIMITED",
      status: "Not Active",
    });
  });

  it("takes a 404 for an answer only if it is Dojah's own", async () => {
    expect(await check(nin, fails(404))).toEqual({ found: false });
    await expect(check(nin, fails(404, "<h1>Not Found</h1>"))).rejects.toHaveProperty(
      "fault",
      "configuration",
    );
  });

  it.each([
    [400, "rejected"],
    [401, "configuration"],
    [402, "configuration"],
    [403, "configuration"],
    [405, "configuration"],
    [408, "temporary"],
    [424, "temporary"],
    [429, "temporary"],
    [500, "temporary"],
    [504, "temporary"],
  ])("%s is a fault of the kind %s", async (status, fault) => {
    await expect(check(nin, fails(status))).rejects.toHaveProperty("fault", fault);
  });

  it("does not follow redirects, with which the number and the key would leave", async () => {
    const from = server.calls.length;
    const reply = { status: 302, body: {}, headers: { location: `${server.url}/elsewhere` } };
    await expect(check(nin, reply)).rejects.toHaveProperty("fault", "configuration");
    expect(server.calls.length - from).toBe(1);
  });

  it.each<[string, Reply]>([
    ["no JSON", fails(200, "<html>")],
    ["another shape", ok({ first_name: 5 })],
    ["an endless body", fails(200, "x".repeat(5 * 1024 * 1024))],
  ])("%s is no answer", async (_, reply) => {
    await expect(check(nin, reply)).rejects.toHaveProperty("fault", "temporary");
  });

  it("a closed connection and a hanging server are errors without the number", async () => {
    for (const [reply, signal] of [
      ["close", AbortSignal.timeout(5_000)],
      ["hang", AbortSignal.timeout(50)],
    ] as const) {
      const error = await check(nin, reply, signal).catch((reason: unknown) => reason as Error);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toContain(nin.number);
    }
  });

  it("a wrong key is a fault of the configuration", async () => {
    const refused = check(nin, ok({}), AbortSignal.timeout(5_000), "another");
    await expect(refused).rejects.toHaveProperty("fault", "configuration");
  });
});
