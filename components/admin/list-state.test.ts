import { describe, expect, it } from "vitest";
import { parseListState, userQuery, serializeListState, type ListState } from "./list-state";

const queue: ListState = {
  status: "pending",
  role: "investor",
  q: "",
  page: 1,
  limit: 20,
  includeUnsubmitted: false,
};

describe("userQuery", () => {
  it("trims the search and does not send an empty one", () => {
    expect(userQuery({ page: 1, limit: 20, q: "  ada " })).toBe("page=1&limit=20&q=ada");
    expect(userQuery({ page: 1, q: "   " })).toBe("page=1");
  });

  it("sends flags only when they are set", () => {
    expect(userQuery({ excludeAdmin: true, onlySubmitted: false })).toBe("excludeAdmin=true");
  });
});

describe("the list in the address", () => {
  it("starts at the defaults", () => {
    expect(parseListState(new URLSearchParams(), queue)).toEqual(queue);
    expect(serializeListState(queue, queue)).toBe("");
  });

  it("is read as it was written", () => {
    const state: ListState = { ...queue, status: "all", role: "startup", q: "obi & sons", page: 3, limit: 50, includeUnsubmitted: true }; // prettier-ignore
    expect(parseListState(new URLSearchParams(serializeListState(state, queue)), queue)).toEqual(state);
  });

  it("takes nonsense for nothing said", () => {
    const query = new URLSearchParams("status=lost&role=admin&page=-2&limit=7&everyone=maybe");
    expect(parseListState(query, queue)).toEqual(queue);
    expect(parseListState(new URLSearchParams("page=1.5"), queue).page).toBe(1);
  });
});
