/** Counts deposits towards self-imposed limits, by their value at submission, unless they fail. */
import type { Movement, Exposure } from '@candor/domain/policy/own-limit.ts';
import { exposuresOf } from '../../identity/own-limits.ts';
import { deposits } from './tables.ts';
import type { DepositRow } from './tables.ts';

export const depositExposure = exposuresOf({ table: deposits, movementOf });

function movementOf(before: DepositRow | undefined, after: DepositRow): Movement {
  return {
    before: before === undefined ? undefined : exposureOf(before),
    after: exposureOf(after),
    result: 0n,
  };
}

function exposureOf({ placedDay, status, valueUsdt }: DepositRow): Exposure {
  return { placedDay, staked: 0n, open: 0n, added: [], deposited: status === 'failed' ? 0n : valueUsdt };
}
