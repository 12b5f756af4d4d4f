/** Counts tickets as exposure for self-imposed limits, by the value of their stakes in USDT on acceptance. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Movement, Exposure } from '@candor/domain/policy/own-limit.ts';
import { exposuresOf } from '../../identity/own-limits.ts';
import { tickets } from './tables.ts';
import type { TicketRow } from './tables.ts';

/** Stakes of experience credit are excluded because credit isn't the customer's money. */
export const ticketExposure = exposuresOf({ table: tickets, movementOf });

function movementOf(before: TicketRow | undefined, after: TicketRow): Movement | undefined {
  // A strike doesn't change the exposure.
  if (after.source === 'promo' || before?.status === after.status) return undefined;
  return {
    before: before === undefined ? undefined : exposureOf(before),
    after: exposureOf(after),
    result: resultOf(after),
  };
}

function exposureOf({ placedDay, status, stakeUsdt }: TicketRow): Exposure {
  return { placedDay, staked: stakeUsdt, open: status === 'open' ? stakeUsdt : 0n, added: [] };
}

function resultOf({ status, stakeUsdt, profitUsdt }: TicketRow): Amount {
  return status === 'won' ? profitUsdt : status === 'lost' ? -stakeUsdt : 0n;
}
