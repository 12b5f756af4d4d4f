/**
 * Requests a confirmation from the customer for a sensitive call. Only one request is open at a time, and the app shows its
 * sheet over any screen.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import { create } from 'zustand';

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

export const useQuestion = create<{ readonly question: Question | undefined }>(() => ({
  question: undefined,
}));

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

/**
 * Opens the sheet and waits for an answer. If the sheet is already open, shows the refusal of the previous answer. A request that
 * is still open is declined.
 */
export function ask(asked: Pick<Question, 'kinds' | 'ofVisitor' | 'refusal'>): Promise<Given | undefined> {
  const open = useQuestion.getState().question;
  if (open?.busy === false) open.answer(undefined);
  return new Promise((resolve) => {
    const answer = (given: Given | undefined): void => {
      useQuestion.setState({
        question: given === undefined ? undefined : { ...asked, refusal: undefined, answer, busy: true },
      });
      resolve(given);
    };
    useQuestion.setState({ question: { ...asked, answer, busy: false } });
  });
}

/** Whether the sheet is still open and can accept an answer. */
export function isAsking(): boolean {
  return useQuestion.getState().question !== undefined;
}

export function endQuestion(): void {
  useQuestion.setState({ question: undefined });
}
