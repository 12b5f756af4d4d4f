/** The outcome of a purchase whose order waited for its price: the order filled, or closed without a fill. Pure. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import type { BuyAtMarket } from './due.ts';
import { orderedArming, recurringPurchases } from './tables.ts';
import type { PurchaseRow } from './tables.ts';
import { purchaseNotice, skipNotice } from './notifications.ts';

export type PurchaseFiring = {
  readonly id: bigint;
  readonly version: number;
  readonly entry: TapeEntry;
};

type Fired = { readonly fired: boolean };

export function decideSettling(buy: Pick<BuyAtMarket, 'cameTo'>) {
  return ({ id, version, entry }: PurchaseFiring, facts: Facts): Decision<Fired, never> => {
    const before = facts.row(recurringPurchases, id);
    if (before === undefined || before.status !== 'ordered' || before.version !== version)
      return ok({ answer: { fired: false } });
    const order = buy.cameTo(id, facts);
    if (order === undefined)
      throw new Error(`expected an order of purchase ${id} of book ${facts.book}, found none`);
    // An entry of a different coin must not settle the purchase.
    if (entry.symbol !== order.symbol)
      throw new FalselyFired(`entry ${entry.symbol} ${entry.seq} is not of purchase ${id}`);
    const next: PurchaseRow = { ...before, version: version + 1, armedSeq: entry.seq };
    const answer = { fired: true };
    if (order.status === 'open')
      return ok({
        answer,
        puts: [put(recurringPurchases, next)],
        armings: [orderedArming(next, entry.symbol)],
      });
    const plan = { id: before.plan, symbol: entry.symbol, amount: before.amount, status: 'active' } as const;
    if (order.status === 'filled') {
      const bought: PurchaseRow = { ...next, status: 'bought' };
      return ok({
        answer,
        puts: [put(recurringPurchases, bought)],
        appends: [
          purchaseNotice(plan, { purchase: id, quantity: formatAmount(order.filledQuantity) }, facts),
        ],
      });
    }
    const reason = order.reason ?? 'trading_closed';
    const skipped: PurchaseRow = { ...next, status: 'skipped', reason };
    return ok({
      answer,
      puts: [put(recurringPurchases, skipped)],
      appends: [skipNotice(plan, { purchase: id, reason }, facts)],
    });
  };
}
