/** Web storage. If the browser blocks it, values last until the page is unloaded. */
function createStorage(kind: "localStorage" | "sessionStorage") {
  const memory = new Map<string, string>();
  return {
    get(key: string): string | null {
      try {
        return globalThis[kind].getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key: string, value: string): void {
      memory.set(key, value);
      try {
        globalThis[kind].setItem(key, value);
      } catch {
        // If the browser blocks storage, the value is kept in memory.
      }
    },
    remove(key: string): void {
      memory.delete(key);
      try {
        globalThis[kind].removeItem(key);
      } catch {
        // If the browser blocks storage, there is nothing to remove.
      }
    },
  };
}

export const deviceStorage = createStorage("localStorage");
export const tabStorage = createStorage("sessionStorage");
