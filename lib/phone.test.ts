import { expect, it } from "vitest";
import { nationalNumber } from "./phone";

it.each(["8031234567", "08031234567", "2348031234567", "23408031234567", "002348031234567"])(
  "%s is 8031234567",
  (phone) => {
    expect(nationalNumber(phone)).toBe("8031234567");
  },
);

it.each(["2348031", "447911123456", "0002348031234567", ""])("%j is as it is", (phone) => {
  expect(nationalNumber(phone)).toBe(phone);
});
