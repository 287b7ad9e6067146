import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

const keyIds = new AsyncLocalStorage<string>();

/** Handles a request of a program, so that its audit rows contain the id of the key in addition to the owner (product 10.44). */
export const asKey = <T>(keyId: string, work: () => Promise<T>): Promise<T> => keyIds.run(keyId, work);

/** Returns the id of the key of the current request; undefined for requests of people. */
export const currentKey = (): string | undefined => keyIds.getStore();
