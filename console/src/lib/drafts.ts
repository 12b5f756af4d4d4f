/**
 * What was typed and not sent yet, so that neither a refusal nor looking something up loses it. Kept in memory alone, since it may name
 * customers, and forgotten when whoever typed it signs out or another one signs in. A session that ended by itself takes nothing away:
 * the same person signs in again and goes on.
 */
import { useCallback, useState } from 'react';
import { currentSession, onSessionChange } from './session.ts';

const drafts = new Map<string, unknown>();
let whose = currentSession()?.operator.account;
onSessionChange(() => {
  const account = currentSession()?.operator.account;
  if (account === undefined || account === whose) return;
  drafts.clear();
  whose = account;
});

export function forgetDrafts(): void {
  drafts.clear();
}

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
