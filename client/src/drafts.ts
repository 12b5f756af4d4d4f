/** What was typed and not sent yet, kept under a name beyond the life of the form that it was typed into. */
import { useCallback, useState } from 'react';

/** Where drafts are kept, and for how long. */
export type DraftStore = {
  read(name: string): unknown;
  /** Undefined forgets it. */
  write(name: string, draft: object | undefined): void;
};

export type KeptDraft<Draft> = {
  readonly draft: Draft;
  /** Merges fields. */
  readonly change: (fields: Partial<Draft>) => void;
  /** Forgets what is kept, and leaves what stands in the form. */
  readonly forget: () => void;
  /** Forgets it, and begins anew. */
  readonly clear: () => void;
};

/** As `useState`. `judge` makes a draft of whatever was kept. */
export function useKeptDraft<Draft extends object>(
  store: DraftStore,
  { name, begin, judge }: { name: string; begin: Draft; judge: (kept: unknown, begin: Draft) => Draft },
): KeptDraft<Draft> {
  const [draft, setDraft] = useState(() => judge(store.read(name), begin));
  const change = useCallback(
    (fields: Partial<Draft>) =>
      setDraft((before) => {
        const after = { ...before, ...fields };
        store.write(name, after);
        return after;
      }),
    [store, name],
  );
  const forget = useCallback(() => store.write(name, undefined), [store, name]);
  const clear = useCallback(() => {
    forget();
    setDraft(begin);
  }, [forget, begin]);
  return { draft, change, forget, clear };
}
