/** A customer's credit score: the initial score, and each change with its reason. */
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
  readonly changes: readonly CreditChange[];
};

/** The last line of the list is the opening of the account, with the initial score. */
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
