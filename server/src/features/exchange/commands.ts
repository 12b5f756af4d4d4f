/** The flash exchange commands. Each specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import { gateNeed } from '../../identity/gates.ts';
import { decideExchange, decideQuote } from './rules.ts';
import type { ExchangeOrder, QuoteOrder, Route } from './rules.ts';
import { exchangeQuotes, QUOTE_ID } from './tables.ts';

const quoteNeed = { table: of(exchangeQuotes), id: QUOTE_ID };

function moneyNeeds({ from, to }: Pick<Route, 'from' | 'to'>) {
  return {
    balances: [
      ['spot', from],
      ['spot', to],
    ],
    house: [
      ['inventory', from],
      ['inventory', to],
      ['inventory', 'USDT'],
      ['fees', 'USDT'],
      ['rounding', 'USDT'],
    ],
    rows: [gateNeed, quoteNeed],
  } as const;
}

export const quoteExchange = command({
  name: 'exchange.quote',
  gather: (order: QuoteOrder) => moneyNeeds(order),
  decide: decideQuote,
});

export const carryOutExchange = command({
  name: 'exchange.carry_out',
  gather: (order: ExchangeOrder) => moneyNeeds(order),
  decide: decideExchange,
});
