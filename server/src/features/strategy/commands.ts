/** The strategy commands. Each specifies the facts that it needs and the rule that decides it. All run on the house's book. */
import { command, of } from '../../commands/command.ts';
import { FUND_CLOSED } from '../../terms/fund-counters.ts';
import { decideBooking } from './booking.ts';
import type { Booking } from './booking.ts';
import { decideOpening } from './opening.ts';
import type { Opening } from './opening.ts';
import { decidePublishing } from './publishing.ts';
import type { Publishing } from './publishing.ts';
import { fundWeights, STRATEGY_ROW, strategyClocks } from './tables.ts';

const rows = [{ table: of(strategyClocks), id: STRATEGY_ROW }];

export const openStrategy = command({
  name: 'strategy.open',
  gather: (_: Opening) => ({ rows }),
  decide: decideOpening,
});

export const bookSlots = command({
  name: 'strategy.book',
  gather: (_: Booking) => ({
    rows,
    house: [
      ['custody', 'USDT'],
      ['strategy', 'USDT'],
      ['equity', 'USDT'],
    ],
  }),
  decide: decideBooking,
});

export const publishFundDay = command({
  name: 'strategy.publish',
  gather: (_: Publishing) => ({
    rows,
    open: [of(fundWeights)],
    house: [
      ['strategy', 'USDT'],
      ['income_escrow', 'USDT'],
    ],
    // Every order that starts or ends also gathers this counter. An order is therefore either included in the weights, which are
    // read after the counter is locked, or starts or ends after this command has committed.
    counters: [FUND_CLOSED],
  }),
  decide: decidePublishing,
});
