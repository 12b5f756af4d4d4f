/** The news opened on this device; a convenience that is stored nowhere else. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

const storageKey = 'candor.readArticles';
/** More than anybody scrolls back to. */
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
