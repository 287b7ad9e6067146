/**
 * Declares which states may follow each state of a row. A guard in prisma/guards enforces the same rules in the database, and
 * tests/api/commands/operations/transitions.test.ts compares both (ADR 43).
 */
export const defineTransitions = <State extends string>(
  transitions: Record<State, readonly NoInfer<State>[]>,
): Readonly<Record<State, readonly State[]>> => transitions;

/** Returns the states of a table of transitions, in its order. */
export const statesOf = <State extends string>(transitions: Readonly<Record<State, unknown>>) =>
  Object.keys(transitions) as [State, ...State[]];
