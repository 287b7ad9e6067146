import { expect, it } from "vitest";
import { mentionedIn } from "./mentions";

const people = ["Ada", "Ada Obi", "Bola Ade"].map((name) => ({ _id: name, name }));

it.each([
  ["Please look, @Ada Obi", ["Ada Obi"]],
  ["@Ada and @Ada Obi", ["Ada Obi", "Ada"]],
  ["@Bola Ade, @Bola Ade!", ["Bola Ade"]],
  ["Ada Obi and bola@example.com", []],
])("%s", (text, mentioned) => {
  expect(mentionedIn(text, people)).toEqual(mentioned);
});
