/**
 * Where all features are found: each one's `entries.ts`, by its name. In a file of its own, since the first paint shows none of it, and a
 * reference to each from the first file would weigh there.
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
