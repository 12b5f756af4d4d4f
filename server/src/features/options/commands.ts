/** Commands of fixed-time options, each with the facts that it needs and the rule that decides it. */
import { OPTION_GAP_MS, isInGap } from '@candor/domain/trading/option.ts';
import { command, of } from '../../commands/command.ts';
import { activeCreditNeed } from '../../identity/experience-credit.ts';
import { gateNeed } from '../../identity/gates.ts';
import { countingLimits, ownLimitsNeed, withinLimits } from '../../identity/own-limits.ts';
import { decideTicket } from './accepting.ts';
import type { TicketOrder } from './accepting.ts';
import { exposureCounter, STAKE_BALANCES, STAKE_HOUSE } from './money.ts';
import { decideFiring } from './settling.ts';
import type { TicketFiring } from './settling.ts';
import { tickets } from './tables.ts';
import { ticketExposure } from './exposure.ts';

export const buyTicket = command({
  name: 'options.buy',
  gather: ({ instrument, source, currency }: TicketOrder) => ({
    balances: [[source, currency]],
    house: [
      ['trading', currency],
      ['option_escrow', currency],
    ],
    rows: [gateNeed],
    open: [of(tickets), source === 'promo' ? activeCreditNeed : ownLimitsNeed],
    counters: [exposureCounter(instrument.symbol)],
  }),
  decide: withinLimits(decideTicket, { exposures: [ticketExposure], field: 'stake' }),
});

/**
 * Whether the stake may have to be returned: the feed has a gap at the strike, or the strike may come after the ticket's expiry.
 */
function mayReturn({ before, entry }: Pick<TicketFiring, 'before' | 'entry'>): boolean {
  return isInGap(before, entry) || entry.timeMs - before.timeMs > OPTION_GAP_MS;
}

export const fireTicket = command({
  name: 'options.fire',
  gather: ({ id, part, before, entry }: TicketFiring) => ({
    // A strike moves no money unless it voids the ticket and the stake is returned.
    ...(part === 'strike' && !mayReturn({ before, entry })
      ? {}
      : { balances: STAKE_BALANCES, house: STAKE_HOUSE, open: [ownLimitsNeed] }),
    rows: [{ table: of(tickets), id }],
  }),
  decide: countingLimits(decideFiring, [ticketExposure]),
});
