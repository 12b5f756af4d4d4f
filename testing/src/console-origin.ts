/** For tests: where the operators' door of a server is, by the address of its customers'. */

const consoles = new Map<string, string>();

/** Remembers it, for callers that have only the customers' address. */
export function noteConsole(origin: string, consoleOrigin: string): void {
  consoles.set(origin, consoleOrigin);
}

export function consoleOriginOf(origin: string): string {
  const found = consoles.get(origin);
  if (found === undefined) throw new Error(`${origin} has no known console`);
  return found;
}

/** The door that serves a path of the API, "console/login". */
export function doorOf(origin: string, path: string): string {
  return path.startsWith('console/') ? consoleOriginOf(origin) : origin;
}
