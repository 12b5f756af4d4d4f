/**
 * Input that was typed and not sent, kept so that a refusal or a visit to another page does not lose it. It is kept in memory
 * only, because it may name customers, and is discarded when its author logs out or a different operator logs in. It survives
 * an expired session, so that the operator can log in again and continue.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import type { DraftStore, KeptDraft } from '@candor/client/drafts.ts';
import { useKeptDraft } from '@candor/client/drafts.ts';
import { createSession } from './session.ts';

export type Drafts = { readonly inMemory: DraftStore; readonly forgetDrafts: () => void };

export function createDrafts(app: AppState): Drafts {
  const drafts = new Map<string, unknown>();
  app.of(createSession).onOtherOperator(() => drafts.clear());
  return {
    inMemory: {
      read: (name) => drafts.get(name),
      write: (name, draft) => (draft === undefined ? drafts.delete(name) : drafts.set(name, draft)),
    },
    forgetDrafts: () => drafts.clear(),
  };
}

/** Like `useState`, but the value is kept under a name after the component unmounts. Call `forget` after the input was sent. */
export function useDraft<Draft extends object>(name: string, begin: Draft): KeptDraft<Draft> {
  const { inMemory } = useSlice(createDrafts);
  return useKeptDraft(inMemory, { name, begin, judge: draftOf });
}

function draftOf<Draft extends object>(kept: unknown, begin: Draft): Draft {
  return { ...begin, ...(kept as Partial<Draft> | undefined) };
}
