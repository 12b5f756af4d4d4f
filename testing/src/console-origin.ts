/** For tests: finds the address of the operators' server, given that of the customers' server. */

const consoles = new Map<string, string>();

/** Stores the operators' address, for callers that have only the customers'. */
export function noteConsole(origin: string, consoleOrigin: string): void {
  consoles.set(origin, consoleOrigin);
}

export function consoleOriginOf(origin: string): string {
  const found = consoles.get(origin);
  if (found === undefined) throw new Error(`expected ${origin} to have a known console, found none`);
  return found;
}

/** The server for a path of the API such as "console/login". */
export function doorOf(origin: string, path: string): string {
  return path.startsWith('console/') ? consoleOriginOf(origin) : origin;
}
