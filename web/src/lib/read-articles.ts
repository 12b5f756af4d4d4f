/** The news articles that were opened on this device. The list is a convenience and is not sent to the server. */
import { useCallback } from 'react';
import { useSetting } from './device.ts';
import type { Setting } from './device.ts';

/** The maximum number of articles stored, which is more than customers scroll back to. */
const keptMax = 300;

const setting: Setting<readonly string[]> = {
  store: 'localStorage',
  key: 'candor.readArticles',
  parse: (stored) =>
    Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [],
};

export type ReadArticles = {
  readonly ids: readonly string[];
  readonly add: (id: string) => void;
};

export function useReadArticles(): ReadArticles {
  const [ids, update] = useSetting(setting);
  const add = useCallback(
    (id: string) => update((before) => (before.includes(id) ? before : [...before, id].slice(-keptMax))),
    [update],
  );
  return { ids, add };
}
