import { describe, expect, it } from "vitest";
import { userName } from "./atoms";

describe("the name of a user (threat 58)", () => {
  it.each([
    "Ada Obi",
    "J. R. R. Tolkien",
    "J.R.R. Tolkien",
    "Ngozi O'Neil-Adéyẹmí",
    "Dr. Chidi Eze, PhD",
    "Musa (Mr.)",
    "Wwwanda Test",
    "李小龍",
  ])("accepts %s", (name) => {
    expect(userName().safeParse(name).success).toBe(true);
  });

  it.each([
    "https://evil.example/win",
    "Win at http://203.0.113.7",
    "www.evil",
    "Prize: evil.com",
    "Prize: t.co/abc",
    "evil.example",
    "ask ada@evil.example",
    "evil\uff0ecom",
    "evil\u3002com",
    "EVIL.NG",
  ])("rejects the link in %s", (name) => {
    const { error } = userName().safeParse(name);
    expect(error?.issues[0]?.message).toBe(
      "Enter your name without a web address. Put a space after a full stop.",
    );
  });

  it.each(["Ada\u0007Obi", "Ada\nObi"])("rejects %j", (name) => {
    expect(userName().safeParse(name).error?.issues[0]?.message).toMatch(/^Use only letters/);
  });
});
