/** The news articles that were opened on this device. The list is a convenience and is not sent to the server. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

const storageKey = 'candor.readArticles';
/** The maximum number of articles stored, which is more than customers scroll back to. */
const keptMax = 300;

type ReadArticles = {
  readonly ids: readonly string[];
  readonly add: (id: string) => void;
};

function idsOf(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

export const useReadArticles = create<ReadArticles>()((set, get) => ({
  ids: idsOf(readStored('localStorage', storageKey)),
  add: (id) => {
    if (get().ids.includes(id)) return;
    const ids = [...get().ids, id].slice(-keptMax);
    set({ ids });
    writeStored('localStorage', storageKey, ids);
  },
}));
