/** Drafts of forms. They survive a reload and a failure, and are deleted with the browser tab. */
import type { DraftStore, KeptDraft } from '@candor/client/drafts.ts';
import { useKeptDraft } from '@candor/client/drafts.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';

type TextRecord = Readonly<Record<string, string>>;

const keyOf = (name: string): string => `candor.draft.${name}`;
const ofTab: DraftStore = {
  read: (name) => readStored('sessionStorage', keyOf(name)),
  write: (name, draft) => writeStored('sessionStorage', keyOf(name), draft),
};

function draftOf<Draft extends TextRecord>(kept: unknown, begin: Draft): Draft {
  if (typeof kept !== 'object' || kept === null) return begin;
  const record = kept as Record<string, unknown>;
  const entries = Object.entries(begin).map(([name, value]) => {
    const text = record[name];
    return [name, typeof text === 'string' ? text : value];
  });
  return Object.fromEntries(entries) as Draft;
}

/** A draft of named strings, stored under `name`. It must not contain a password. `clear` deletes the draft after it was sent. */
export function useDraft<Draft extends TextRecord>(name: string, begin: Draft): KeptDraft<Draft> {
  return useKeptDraft(ofTab, { name, begin, judge: draftOf });
}
