/** The credit score as its owner is told it: where it began, and every change with its reason. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type CreditView = CallOutput<'GET user/credit'>;

export type CreditChange = {
  readonly timeMs: number;
  readonly before: number;
  readonly after: number;
  readonly reason: CreditView['changes'][number]['reason'];
};

export type CreditStanding = {
  readonly score: number;
  readonly registeredMs: number;
  /** Newest first. */
  readonly changes: readonly CreditChange[];
};

/** The first line is that the account was opened, with the score that the first change found. */
export function creditView({ score, registeredMs, changes }: CreditStanding): CreditView {
  const began = changes.at(-1)?.before ?? score;
  const opened: CreditChange = { timeMs: registeredMs, before: began, after: began, reason: 'opened' };
  return {
    score,
    changes: [...changes, opened].map(({ timeMs, before, after, reason }) => ({
      time: Math.floor(timeMs / 1000),
      before,
      after,
      reason,
    })),
  };
}
