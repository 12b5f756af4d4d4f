/** Fetches where the features are found, once for a page; what did not come, offline say, is asked for again. */
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
