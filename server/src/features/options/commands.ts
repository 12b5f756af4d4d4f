/** The commands of short options: which facts each needs, and the rule that decides. */
import { isInGap } from '@candor/domain/trading/option.ts';
import { command, of } from '../../commands/command.ts';
import { BANK_CARD_ID, bankCards } from '../../identity/bank-card.ts';
import { activeCreditNeed } from '../../identity/experience-credit.ts';
import { decideTicket } from './accepting.ts';
import type { TicketOrder } from './accepting.ts';
import { exposureCounter, STAKE_BALANCES, STAKE_HOUSE } from './money.ts';
import { decideFiring } from './settling.ts';
import type { TicketFiring } from './settling.ts';
import { tickets } from './tables.ts';

export const buyTicket = command({
  name: 'options.buy',
  gather: ({ product, instrument, source, currency }: TicketOrder) => ({
    balances: [[source, currency]],
    house: [
      ['trading', currency],
      ['option_escrow', currency],
    ],
    rows: product === 'forex' ? [{ table: of(bankCards), id: BANK_CARD_ID }] : [],
    open: [of(tickets), ...(source === 'promo' ? [activeCreditNeed] : [])],
    counters: [exposureCounter(instrument.symbol)],
  }),
  decide: decideTicket,
});

export const fireTicket = command({
  name: 'options.fire',
  gather: ({ id, part, before, entry }: TicketFiring) => ({
    // A strike moves no money.
    ...(part === 'strike' && !isInGap(before, entry) ? {} : { balances: STAKE_BALANCES, house: STAKE_HOUSE }),
    rows: [{ table: of(tickets), id }],
  }),
  decide: decideFiring,
});
