/**
 * Market purchase for features that buy on a customer's standing instruction. It follows the same rule as a market order, with
 * its price, fee and refusals. `app/features.ts` injects it where it lists the features.
 */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { placeOrder } from './commands.ts';
import { decideOrder } from './rules.ts';
import type { PairOrder } from './rules.ts';
import { spotOrders } from './tables.ts';

type Purchase = {
  readonly instrument: ContractInstrument;
  /** USDT to spend, fee included. */
  readonly amount: Amount;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};

export const buyAtMarket = {
  gather: (purchase: Purchase) => placeOrder.gather(orderOf(purchase)),
  decide: (purchase: Purchase, facts: Facts) => decideOrder(orderOf(purchase), facts),
  /** The facts needed to read the outcome of an order that waited for its price. */
  needOf: (id: bigint) => ({ table: of(spotOrders), id }),
  cameTo: (id: bigint, facts: Facts) => facts.row(spotOrders, id),
};

function orderOf(purchase: Purchase): PairOrder {
  const bounds = { quantity: undefined, price: undefined, worstPrice: undefined, feeRateShown: undefined };
  return { ...purchase, side: 'buy', type: 'market', ...bounds };
}
