import { describe, expect, it } from "vitest";
import { parseListState, serializeListState, type ListState } from "./list-state";

const queue: ListState = {
  status: "pending",
  role: "investor",
  q: "",
  page: 1,
  limit: 20,
  includeUnsubmitted: false,
  assignment: "all",
  mark: "all",
  order: "waiting",
};

describe("the list state in the URL", () => {
  it("equals the defaults for an empty query", () => {
    expect(parseListState(new URLSearchParams(), queue)).toEqual(queue);
    expect(serializeListState(queue, queue)).toBe("");
  });

  it("round-trips through the query string", () => {
    const state: ListState = { ...queue, status: "all", role: "startup", q: "obi & sons", page: 3, limit: 50, includeUnsubmitted: true, assignment: "mine", mark: "late", order: "newest" }; // oxfmt-ignore
    expect(parseListState(new URLSearchParams(serializeListState(state, queue)), queue)).toEqual(state);
  });

  it("replaces invalid values with the defaults", () => {
    const query = new URLSearchParams("status=lost&role=admin&page=-2&limit=7&everyone=maybe");
    expect(parseListState(query, queue)).toEqual(queue);
    expect(parseListState(new URLSearchParams("page=1.5"), queue).page).toBe(1);
  });
});
