/**
 * What was typed and not sent yet, so that neither a refusal nor looking something up loses it. Kept in memory alone, since it may name
 * customers, and forgotten when whoever typed it signs out or another one signs in. A session that ended by itself takes nothing away:
 * the same person signs in again and goes on.
 */
import type { DraftStore, KeptDraft } from '@candor/client/drafts.ts';
import { useKeptDraft } from '@candor/client/drafts.ts';
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

const inMemory: DraftStore = {
  read: (name) => drafts.get(name),
  write: (name, draft) => (draft === undefined ? drafts.delete(name) : drafts.set(name, draft)),
};

/** As `useState`, kept under a name beyond the life of the component; `forget` when it was sent. */
export function useDraft<Draft extends object>(name: string, begin: Draft): KeptDraft<Draft> {
  return useKeptDraft(inMemory, { name, begin, judge: draftOf });
}

function draftOf<Draft extends object>(kept: unknown, begin: Draft): Draft {
  return { ...begin, ...(kept as Partial<Draft> | undefined) };
}
