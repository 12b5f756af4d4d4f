/**
 * Asks the customer for a confirmation before a sensitive call goes through. Only one question is open at a time, and the app
 * shows its sheet over any screen.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import { create } from 'zustand';

/** The values that confirm a call. The customer provides those of one method. */
export type Given = {
  readonly totp?: string;
  readonly passkey?: string;
  readonly current_password?: string;
  readonly message?: string;
  readonly sign?: string;
};

export type Question = {
  readonly kinds: readonly ConfirmationKind[];
  /** The customer isn't logged in yet, so a passkey's challenge comes from the call for visitors. */
  readonly ofVisitor: boolean;
  /** Why the previous answer was refused. */
  readonly refusal: RefusalEnvelope | undefined;
  /** The answer is in flight. */
  readonly busy: boolean;
  /** Undefined if the customer declined. */
  readonly answer: (given: Given | undefined) => void;
};

export const useQuestion = create<{ readonly question: Question | undefined }>(() => ({
  question: undefined,
}));

/** Importing the protocol's list would include its schemas. */
const known: Readonly<Record<ConfirmationKind, true>> = {
  totp: true,
  passkey: true,
  password: true,
  wallet: true,
};

/** The methods in the refusal that this app supports, in the refusal's order. */
export function kindsIn(refusal: RefusalEnvelope): readonly ConfirmationKind[] {
  const named = (refusal.params['kinds'] ?? '').split(' ');
  return named.filter((name): name is ConfirmationKind => Object.hasOwn(known, name));
}

/**
 * Shows the question, or shows it again with what was wrong, and waits for the answer. A question that is still open is
 * answered as declined.
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

/** Whether the sheet is still open, so that the question can be repeated. */
export function isAsking(): boolean {
  return useQuestion.getState().question !== undefined;
}

/** Closes the question after its answer was accepted. */
export function endQuestion(): void {
  useQuestion.setState({ question: undefined });
}
