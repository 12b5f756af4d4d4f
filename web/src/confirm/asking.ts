/**
 * Requests a confirmation from the customer for a sensitive call. Only one request is open at a time, and the app shows its
 * sheet over any screen.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import { create } from 'zustand';

/** The values that confirm a call; the customer provides those of one method. */
export type Given = {
  readonly totp?: string;
  readonly passkey?: string;
  readonly current_password?: string;
  readonly message?: string;
  readonly sign?: string;
};

export type Question = {
  readonly kinds: readonly ConfirmationKind[];
  /** The customer isn't logged in yet, so the challenge for a passkey comes from the call for visitors. */
  readonly ofVisitor: boolean;
  /** The refusal of the previous answer. */
  readonly refusal: RefusalEnvelope | undefined;
  /** Whether the answer is in flight. */
  readonly busy: boolean;
  /** Called with the customer's answer; undefined if the customer declined. */
  readonly answer: (given: Given | undefined) => void;
};

export const useQuestion = create<{ readonly question: Question | undefined }>(() => ({
  question: undefined,
}));

/** Repeated here, because importing the protocol's list would include its schemas. */
const known: Readonly<Record<ConfirmationKind, true>> = {
  totp: true,
  passkey: true,
  password: true,
  wallet: true,
};

/** The methods named in the refusal that this app supports, in the refusal's order. */
export function kindsIn(refusal: RefusalEnvelope): readonly ConfirmationKind[] {
  const named = (refusal.params['kinds'] ?? '').split(' ');
  return named.filter((name): name is ConfirmationKind => Object.hasOwn(known, name));
}

/**
 * Opens the sheet, or shows it again with the refusal of the previous answer, and waits for an answer. A request that is still
 * open is declined.
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

/** Whether the sheet is still open and can accept another answer. */
export function isAsking(): boolean {
  return useQuestion.getState().question !== undefined;
}

/** Closes the sheet after the answer was accepted. */
export function endQuestion(): void {
  useQuestion.setState({ question: undefined });
}
