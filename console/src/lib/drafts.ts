/**
 * What was typed and not sent yet, so that neither a refusal nor looking something up loses it. Kept in memory alone, and
 * forgotten with the session: it may name customers.
 */
import { useCallback, useState } from 'react';
import { onSessionChange } from './session.ts';

const drafts = new Map<string, unknown>();
onSessionChange(() => drafts.clear());

/** As `useState`, kept under a name beyond the life of the component; `forget` when it was sent. */
export function useDraft<Draft extends object>(name: string, begin: Draft) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...begin, ...(drafts.get(name) as Partial<Draft>) }));
  const change = useCallback(
    (part: Partial<Draft>) => {
      setDraft((before) => {
        const after = { ...before, ...part };
        drafts.set(name, after);
        return after;
      });
    },
    [name],
  );
  const forget = useCallback(() => drafts.delete(name), [name]);
  return { draft, change, forget };
}
