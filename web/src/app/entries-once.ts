/** Loads the features' entries once per page. If loading fails, for example while offline, the next request loads them again. */
import type { AllEntries, LoadEntries } from '../platform/entries.ts';

export function entriesOnce(): LoadEntries {
  let asked: Promise<AllEntries> | undefined;
  return () => {
    if (asked !== undefined) return asked;
    asked = import('./all-entries.ts').then((file) => file.allEntries);
    asked.catch(() => (asked = undefined));
    return asked;
  };
}
