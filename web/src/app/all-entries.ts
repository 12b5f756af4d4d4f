/**
 * Collects each feature's `entries.ts` by feature name. This is a separate file because the first paint needs no entries, and
 * importing them all would enlarge the first chunk.
 */
import type { AllEntries, Entries } from '../platform/entries.ts';

const found = import.meta.glob<Entries>('../features/*/entries.ts', { eager: true, import: 'entries' });
const all = Object.values(found);

export const allEntries: AllEntries = {
  coins: all.flatMap(({ coins }) => coins ?? []).toSorted((one, other) => one.place - other.place),
  menu: all.flatMap(({ menu }) => menu ?? []).toSorted((one, other) => one.place - other.place),
  notices: Object.assign({}, ...all.map(({ notices }) => notices)) as AllEntries['notices'],
  topics: Object.assign({}, ...all.map(({ topics }) => topics)) as AllEntries['topics'],
};
