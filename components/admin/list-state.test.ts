import { describe, expect, it } from "vitest";
import { changeListState, parseListState, serializeListState, type ListState } from "./list-state";

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

describe("a change of the list", () => {
  const controls: Partial<ListState>[] = [
    { q: "obi" },
    { status: "rejected" },
    { role: "startup" },
    { includeUnsubmitted: true },
    { assignment: "mine" },
    { mark: "late" },
    { order: "newest" },
    { limit: 50 },
  ];
  const pairs = controls.flatMap((first) =>
    controls.filter((other) => other !== first).map((second) => [first, second] as const),
  );
  const stateAfter = (address: string) => parseListState(new URLSearchParams(address), queue);

  it.each(pairs)("%o, then %o: both apply, on the first page", (first, second) => {
    const after = changeListState(changeListState("page=3", first, queue), second, queue);
    expect(stateAfter(after)).toEqual({ ...queue, ...first, ...second });
  });

  it.each(controls)("%o survives turning the page, and returns to page 1", (control) => {
    const turned = changeListState(changeListState("", control, queue), { page: 2 }, queue);
    expect(stateAfter(turned)).toEqual({ ...queue, ...control, page: 2 });
    expect(stateAfter(changeListState(turned, control, queue)).page).toBe(1);
  });
});
