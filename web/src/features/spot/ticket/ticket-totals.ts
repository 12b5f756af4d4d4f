/** The payment of a purchase, or the proceeds of a sale, with the name that says how certain each figure is. Pure. */
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import type { TicketDraft } from './ticket-draft.ts';
import type { TicketView } from './ticket.ts';

export type TotalName =
  | 'pay'
  | 'get'
  | 'payMost'
  | 'getLeast'
  | 'payAbout'
  | 'getAbout'
  | 'atLimitMost'
  | 'atLimitLeast'
  | 'atStop';
export type Total = { readonly name: TotalName; readonly leg: SpotLeg | undefined };

const names = {
  market: { buy: 'pay', sell: 'get' },
  limit: { buy: 'payMost', sell: 'getLeast' },
  stop: { buy: 'payAbout', sell: 'getAbout' },
  stop_limit: { buy: 'payMost', sell: 'getLeast' },
  trailing_stop: { buy: 'payAbout', sell: 'getAbout' },
} as const;

/** An OCO order has two totals, one for each of its prices. At a stop, the price can be worse, so no total there is certain. */
export function totalsOf(
  { type, side }: Pick<TicketDraft, 'type' | 'side'>,
  { leg, limitLeg }: Pick<TicketView, 'leg' | 'limitLeg'>,
): Total[] {
  if (type !== 'oco') return [{ name: names[type][side], leg }];
  return [
    { name: side === 'buy' ? 'atLimitMost' : 'atLimitLeast', leg: limitLeg },
    { name: 'atStop', leg },
  ];
}
