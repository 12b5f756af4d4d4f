/** Deposits as own limits count them: by what they were worth when they were handed in, until they failed. */
import type { Movement, Wager } from '@candor/domain/policy/own-limit.ts';
import { wagersOf } from '../../identity/own-limits.ts';
import { deposits } from './tables.ts';
import type { DepositRow } from './tables.ts';

export const depositWagers = wagersOf({ table: deposits, movementOf });

function movementOf(before: DepositRow | undefined, after: DepositRow): Movement {
  return {
    before: before === undefined ? undefined : wagerOf(before),
    after: wagerOf(after),
    result: 0n,
  };
}

function wagerOf({ placedDay, status, valueUsdt }: DepositRow): Wager {
  return { placedDay, staked: 0n, open: 0n, added: [], deposited: status === 'failed' ? 0n : valueUsdt };
}
