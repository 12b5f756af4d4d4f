/**
 * The state of the ticket: the input, kept across instruments, reloads and failures, and the facts against which it is checked.
 */
import { amount } from '@candor/domain/money/amount.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { useCallback, useMemo } from 'react';
import { useWallets } from '../../../lib/customer.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { TERMS } from '../../../lib/order-terms.ts';
import { closedReason, openingReason } from '../../../live/closed-reason.ts';
import { useMarketSecond } from '../../../live/market-seconds.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { useFigures } from '../../../live/use-quotations.ts';
import { instrumentOf } from '../../../live/spot-instrument.ts';
import { readTicket } from './ticket.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { ORDER_TYPES } from './ticket-draft.ts';
import type { TicketView } from './ticket.ts';

const shared = {
  ...{ side: 'buy', type: 'market', basis: 'amount', quantity: '', amount: '' },
  ...{ term: 'GTC', until: '', postOnly: '', ownName: '', trail: '', trailIn: 'percent' },
};
/** The prices belong to one instrument; the rest of the input is kept for others. */
const priced = { price: '', stop: '', takeProfit: '', stopLoss: '' };

export type Ticket = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly view: TicketView;
  readonly change: (fields: Partial<TicketDraft>) => void;
  readonly clearSize: () => void;
};

export function useTicketFacts(row: Quotation, side: Side): TicketFacts {
  const figures = useFigures(row);
  const second = useMarketSecond();
  const wallets = useWallets().data;
  const instrument = useMemo(() => instrumentOf(row), [row]);
  const available = useMemo(() => {
    if (wallets === undefined) return undefined;
    const of = (currency: string) =>
      amount(wallets.find((wallet) => wallet.currency === currency)?.spot.available ?? '0');
    return { base: of(row.base), quote: of(row.quote) };
  }, [wallets, row.base, row.quote]);
  return {
    instrument,
    bid: amount(figures.bid),
    ask: amount(figures.ask),
    closed: (side === 'buy' ? openingReason : closedReason)(row, figures.open),
    available,
    nowMs: second === undefined ? undefined : second * 1000,
  };
}

export function useTicket(row: Quotation): Ticket {
  const size = useDraft('spot.ticket', shared);
  const price = useDraft(`spot.price.${row.symbol}`, priced);
  const side: Side = size.draft.side === 'sell' ? 'sell' : 'buy';
  const facts = useTicketFacts(row, side);
  const draft: TicketDraft = {
    side,
    type: ORDER_TYPES.find((known) => known === size.draft.type) ?? 'market',
    basis: size.draft.basis === 'quantity' ? 'quantity' : 'amount',
    quantity: size.draft.quantity,
    amount: size.draft.amount,
    ...price.draft,
    term: TERMS.find((known) => known === size.draft.term) ?? 'GTC',
    until: size.draft.until,
    postOnly: size.draft.postOnly === 'yes',
    ownName: size.draft.ownName,
    trail: size.draft.trail,
    trailIn: size.draft.trailIn === 'price' ? 'price' : 'percent',
  };
  const { change: changeSize } = size;
  const { change: changePrice } = price;
  const change = useCallback(
    (fields: Partial<TicketDraft>) => {
      const { price: limit, stop, takeProfit, stopLoss, postOnly, ...others } = fields;
      if (takeProfit !== undefined) changePrice({ takeProfit });
      if (stopLoss !== undefined) changePrice({ stopLoss });
      if (limit !== undefined) changePrice({ price: limit });
      if (stop !== undefined) changePrice({ stop });
      if (postOnly !== undefined) changeSize({ postOnly: postOnly ? 'yes' : '' });
      if (Object.keys(others).length > 0) changeSize(others);
    },
    [changeSize, changePrice],
  );
  // The name belongs to the order that was placed: no two open orders may have the same name.
  const clearSize = useCallback(() => changeSize({ quantity: '', amount: '', ownName: '' }), [changeSize]);
  return { draft, facts, view: readTicket(draft, facts), change, clearSize };
}
