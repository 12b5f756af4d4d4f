/** What was typed and not yet sent: it survives a reload and a failure, and ends with the browser's tab. */
import { useCallback, useState } from 'react';
import { readStored, writeStored } from './stored.ts';

type TextRecord = Readonly<Record<string, string>>;

function readDraft<Draft extends TextRecord>(key: string, initial: Draft): Draft {
  const stored = readStored('sessionStorage', key);
  if (typeof stored !== 'object' || stored === null) return initial;
  const record = stored as Record<string, unknown>;
  const entries = Object.entries(initial).map(([name, value]) => {
    const kept = record[name];
    return [name, typeof kept === 'string' ? kept : value];
  });
  return Object.fromEntries(entries) as Draft;
}

/**
 * State of named texts, kept under `name`. Never give it a password.
 * `change` merges fields; `clear` forgets the draft once it has been sent.
 */
export function useDraft<Draft extends TextRecord>(
  name: string,
  initial: Draft,
): { draft: Draft; change: (fields: Partial<Draft>) => void; clear: () => void } {
  const key = `candor.draft.${name}`;
  const [draft, setDraft] = useState(() => readDraft(key, initial));
  const change = useCallback(
    (fields: Partial<Draft>) =>
      setDraft((before) => {
        const after = { ...before, ...fields };
        writeStored('sessionStorage', key, after);
        return after;
      }),
    [key],
  );
  const clear = useCallback(() => {
    writeStored('sessionStorage', key, undefined);
    setDraft(initial);
  }, [key, initial]);
  return { draft, change, clear };
}
