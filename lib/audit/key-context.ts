import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

const keyIds = new AsyncLocalStorage<string>();

/** Runs the call of a program, so that its audit rows name the key besides the owner (product 10.44). */
export const asKey = <T>(keyId: string, work: () => Promise<T>): Promise<T> => keyIds.run(keyId, work);

/** Returns the key of the running call; undefined for people. */
export const currentKey = (): string | undefined => keyIds.getStore();
