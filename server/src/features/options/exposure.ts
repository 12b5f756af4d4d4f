/** Tickets as own limits count them, as their stakes were worth in USDT when they were accepted. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Movement, Exposure } from '@candor/domain/policy/own-limit.ts';
import { exposuresOf } from '../../identity/own-limits.ts';
import { tickets } from './tables.ts';
import type { TicketRow } from './tables.ts';

/** Of what is staked of experience credit nothing is told: it is not the customer's money. */
export const ticketExposure = exposuresOf({ table: tickets, movementOf });

function movementOf(before: TicketRow | undefined, after: TicketRow): Movement | undefined {
  // A strike moves nothing.
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
