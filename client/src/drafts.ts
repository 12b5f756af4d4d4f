/** Drafts: unsent input, stored by name so that it outlives the form. */
import { useCallback, useState } from 'react';

export type DraftStore = {
  read(name: string): unknown;
  /** Writes the draft; undefined deletes it. */
  write(name: string, draft: object | undefined): void;
};

export type KeptDraft<Draft> = {
  readonly draft: Draft;
  readonly change: (fields: Partial<Draft>) => void;
  /** Deletes the stored draft and leaves the form as it is. */
  readonly forget: () => void;
  /** Deletes the draft and resets the form. */
  readonly clear: () => void;
};

/** Works like `useState`. `judge` converts any stored value to a valid draft. */
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
