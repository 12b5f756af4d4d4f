/** What the customer is asked for before a sensitive call goes through. One question at a time; the app shows its sheet wherever it comes from. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import { create } from 'zustand';

/** What confirms: of these the customer gives what one way needs. */
export type Given = {
  readonly totp?: string;
  readonly passkey?: string;
  readonly current_password?: string;
  readonly message?: string;
  readonly sign?: string;
};

export type Question = {
  readonly kinds: readonly ConfirmationKind[];
  /** Asked of somebody who is not signed in yet, so that a passkey's challenge comes from the visitors' call. */
  readonly ofVisitor: boolean;
  /** Why the last answer would not do. */
  readonly refusal: RefusalEnvelope | undefined;
  /** The answer is on its way. */
  readonly busy: boolean;
  /** Undefined: the customer would rather not. */
  readonly answer: (given: Given | undefined) => void;
};

export const useQuestion = create<{ readonly question: Question | undefined }>(() => ({
  question: undefined,
}));

/** The protocol's list would bring its schemas along. */
const known: Readonly<Record<ConfirmationKind, true>> = {
  totp: true,
  passkey: true,
  password: true,
  wallet: true,
};

/** The ways that a refusal names and this app knows, in its order. */
export function kindsIn(refusal: RefusalEnvelope): readonly ConfirmationKind[] {
  const named = (refusal.params['kinds'] ?? '').split(' ');
  return named.filter((name): name is ConfirmationKind => Object.hasOwn(known, name));
}

/** Shows the question, or shows it again with what was wrong, and waits for the answer. Another one that is still open is answered: no. */
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

/** Whether the sheet is still open, so that there is somebody to ask again. */
export function isAsking(): boolean {
  return useQuestion.getState().question !== undefined;
}

/** Puts the question away once its answer has done. */
export function endQuestion(): void {
  useQuestion.setState({ question: undefined });
}
