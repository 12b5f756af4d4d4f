/** Positions and orders in terms of self-imposed limits: the amount staked, the amount still at stake, and the result. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Movement, Exposure } from '@candor/domain/policy/own-limit.ts';
import { exposuresOf } from '../identity/own-limits.ts';
import { positions } from './tables.ts';
import type { CloseRecord, PositionRow } from './tables.ts';

/** Experience credit isn't counted, because it isn't the customer's money. */
export const positionExposure = exposuresOf({ table: positions, movementOf });

function movementOf(before: PositionRow | undefined, after: PositionRow): Movement | undefined {
  if (after.collateral === 'promo') return undefined;
  const opened = after.entryPrice !== null && (before?.entryPrice ?? null) === null;
  const closed = after.closes.slice(before?.closes.length ?? 0);
  const isMoved = before?.margin !== after.margin || opened || closed.length > 0;
  if (!isMoved) return undefined;
  return {
    before: before === undefined ? undefined : exposureOf(before),
    after: exposureOf(after),
    result: closed.reduce((sum, one) => sum + resultOf(one), opened ? -after.openFee : 0n),
  };
}

function exposureOf({ placedDay, status, staked, margin, added }: PositionRow): Exposure {
  return { placedDay, staked: status === 'cancelled' ? 0n : staked, open: margin, added };
}

/** Returns the result of a closing, without the margin that it released. */
function resultOf({ pnl, fee, financing, shortfall, ...other }: CloseRecord): Amount {
  const { charge = '0', offset = '0' } = other;
  const brought = fromNumeric(pnl) - fromNumeric(fee) - fromNumeric(financing) - fromNumeric(charge);
  return brought + fromNumeric(shortfall) - fromNumeric(offset);
}
