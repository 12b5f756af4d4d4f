/**
 * Requests a confirmation from the customer for a sensitive call. Only one request is open at a time, and the app shows its
 * sheet over any screen.
 */
import { useSlice } from '@candor/client/app-state.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';

/** The values that confirm a call. The customer provides the values of one method. */
export type Given = {
  readonly totp?: string;
  readonly passkey?: string;
  readonly current_password?: string;
  readonly message?: string;
  readonly sign?: string;
};

export type Question = {
  readonly kinds: readonly ConfirmationKind[];
  /** Whether the customer isn't logged in yet, in which case the passkey challenge comes from the visitors' call. */
  readonly ofVisitor: boolean;
  readonly refusal: RefusalEnvelope | undefined;
  readonly busy: boolean;
  readonly answer: (given: Given | undefined) => void;
};

/** This list is repeated here, because importing the protocol's list would include its schemas. */
const known: Readonly<Record<ConfirmationKind, true>> = {
  totp: true,
  passkey: true,
  password: true,
  wallet: true,
};

/** Returns the methods that the refusal names and this app supports, in the refusal's order. */
export function kindsIn(refusal: RefusalEnvelope): readonly ConfirmationKind[] {
  const named = (refusal.params['kinds'] ?? '').split(' ');
  return named.filter((name): name is ConfirmationKind => Object.hasOwn(known, name));
}

type Asked = { readonly question: Question | undefined };

export type Asking = {
  readonly store: StoreApi<Asked>;
  /**
   * Opens the sheet and waits for an answer. If the sheet is already open, shows the refusal of the previous answer. A request
   * that is still open is declined.
   */
  readonly ask: (asked: Pick<Question, 'kinds' | 'ofVisitor' | 'refusal'>) => Promise<Given | undefined>;
  /** Whether the sheet is still open and can accept an answer. */
  readonly isAsking: () => boolean;
  /** Declines the request that is open. */
  readonly declineQuestion: () => void;
  readonly endQuestion: () => void;
};

export function createAsking(): Asking {
  const store = createStore<Asked>(() => ({ question: undefined }));
  return {
    store,
    ask: (asked) => {
      const open = store.getState().question;
      if (open?.busy === false) open.answer(undefined);
      return new Promise((resolve) => {
        const answer = (given: Given | undefined): void => {
          store.setState({
            question: given === undefined ? undefined : { ...asked, refusal: undefined, answer, busy: true },
          });
          resolve(given);
        };
        store.setState({ question: { ...asked, answer, busy: false } });
      });
    },
    isAsking: () => store.getState().question !== undefined,
    declineQuestion: () => store.getState().question?.answer(undefined),
    endQuestion: () => store.setState({ question: undefined }),
  };
}

export function useQuestion(): Question | undefined {
  return useStore(useSlice(createAsking).store, ({ question }) => question);
}
