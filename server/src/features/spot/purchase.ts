/**
 * The market purchase for features that buy on a customer's standing instruction. It has the same price, fee and refusals as a
 * market order. `app/features.ts` injects it into those features.
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
  /** USDT to spend, including the fee. */
  readonly amount: Amount;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};

export const buyAtMarket = {
  gather: (purchase: Purchase) => placeOrder.gather(orderOf(purchase)),
  decide: (purchase: Purchase, facts: Facts) => decideOrder(orderOf(purchase), facts),
  /** The row from which the outcome of a waiting order is read. */
  needOf: (id: bigint) => ({ table: of(spotOrders), id }),
  cameTo: (id: bigint, facts: Facts) => facts.row(spotOrders, id),
};

function orderOf(purchase: Purchase): PairOrder {
  const bounds = { quantity: undefined, price: undefined, worstPrice: undefined, feeRateShown: undefined };
  return { ...purchase, side: 'buy', type: 'market', ...bounds };
}
