/**
 * Input that was typed and not sent, kept so that a refusal or a visit to another page does not lose it. It is kept in memory
 * only, because it may name customers, and is discarded when its author logs out or a different operator logs in. It survives
 * an expired session, so that the operator can log in again and continue.
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

/** Like `useState`, but the value is kept under a name after the component unmounts. Call `forget` after the input was sent. */
export function useDraft<Draft extends object>(name: string, begin: Draft): KeptDraft<Draft> {
  return useKeptDraft(inMemory, { name, begin, judge: draftOf });
}

function draftOf<Draft extends object>(kept: unknown, begin: Draft): Draft {
  return { ...begin, ...(kept as Partial<Draft> | undefined) };
}
