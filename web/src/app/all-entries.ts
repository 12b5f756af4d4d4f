/** Gathers where the features are found, once for a page. */
import type { AllEntries, Entries, LoadEntries } from '../platform/entries.ts';
import type { WebFeature } from '../platform/feature.ts';
import { features } from './features.ts';

async function gathered(): Promise<AllEntries> {
  const loads = features.flatMap(({ entries }: Pick<WebFeature<never>, 'entries'>) => entries ?? []);
  const all: readonly Entries[] = (await Promise.all(loads.map((load) => load()))).map((one) => one.entries);
  return {
    menu: all.flatMap(({ menu }) => menu ?? []).toSorted((one, other) => one.place - other.place),
    notices: Object.assign({}, ...all.map(({ notices }) => notices)) as AllEntries['notices'],
    topics: Object.assign({}, ...all.map(({ topics }) => topics)) as AllEntries['topics'],
  };
}

export function entriesOnce(): LoadEntries {
  let asked: Promise<AllEntries> | undefined;
  const load: LoadEntries = () => {
    if (asked !== undefined) return asked;
    const now = gathered();
    asked = now;
    // Offline, say: whoever asks next tries again.
    now.catch(() => (asked = undefined));
    return now;
  };
  return load;
}
