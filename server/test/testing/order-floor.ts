/** A trading floor on which customers also trade spot, amend their orders and close positions at a price. */
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { command } from '../../src/commands/command.ts';
import { amendOrder as amendSpotOrder, placeOrder } from '../../src/features/spot/commands.ts';
import type { Amendment as SpotAmendment } from '../../src/features/spot/amending.ts';
import type { PairOrder } from '../../src/features/spot/rules.ts';
import type { Amendment } from '../../src/positions/amending.ts';
import { amendOrder, reducePositionAt } from '../../src/positions/commands.ts';
import type { ReducingAt } from '../../src/positions/reducing.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import { SYMBOL, openTradingFloor } from './trading-floor.ts';

const GRANTS = [
  ['USDT', '100000'],
  ['BTC', '5'],
] as const;

const fundSpot = command({
  name: 'test.fund_spot',
  gather: (_: Record<string, never>) => ({
    balances: GRANTS.map(([currency]) => ['spot', currency] as const),
    house: GRANTS.map(([currency]) => ['equity', currency] as const),
  }),
  decide: () =>
    ok({
      answer: {},
      journals: GRANTS.map(([currency, given]) =>
        journal('demo_grant', `test:grant ${currency}`, [
          { account: 'equity', currency, amount: -amount(given) },
          { account: 'spot', currency, amount: amount(given) },
        ]),
      ),
    }),
});

type Done = { readonly id: string };

export async function openOrderFloor() {
  const floor = await openTradingFloor();
  const [book = 0n] = await floor.customers(['1000000']);
  const terms = { instruments, termsAt: <One>(one: One) => one, jurisdictions: 'demo' } as const;
  /** Runs a command that must succeed, and returns the id that it answers. */
  const idOf = async (running: Promise<{ ok: true; value: Done } | { ok: false }>): Promise<bigint> => {
    const outcome = await running;
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return BigInt(outcome.value.id);
  };
  await floor.run(fundSpot, {}, book);

  return {
    ...floor,
    book,
    /** The ask is two hundredths above the bid. */
    bid: (bid: string) => floor.quote(amount(bid), amount(bid) + amount('0.02')),
    trade: (order: Partial<PairOrder> & Pick<PairOrder, 'type' | 'side'>): Promise<bigint> => {
      const usual = { amount: undefined, price: undefined, worstPrice: undefined, feeRateShown: undefined };
      const asked = { ...usual, quantity: amount('0.01'), instrument: instruments.get(SYMBOL)!, ...order };
      return idOf(floor.run(placeOrder, { ...asked, termsAt: terms.termsAt, jurisdictions: 'demo' }, book));
    },
    amendTrade: (id: bigint, to: Partial<SpotAmendment>): Promise<bigint> => {
      const unchanged = { price: undefined, stopPrice: undefined, quantity: undefined };
      return idOf(floor.run(amendSpotOrder, { named: { id }, ...unchanged, ...terms, ...to }, book));
    },
    opens: (order: Parameters<typeof floor.open>[1]): Promise<bigint> => idOf(floor.open(book, order)),
    amend: (id: bigint, to: Partial<Amendment>): Promise<bigint> => {
      const unchanged = {
        ...{ price: undefined, quantity: undefined, takeProfit: undefined, stopLoss: undefined },
        ...{ trailing: undefined, expiresMs: undefined },
      };
      return idOf(floor.run(amendOrder, { id, ...unchanged, ...terms, ...to }, book));
    },
    reduce: (
      id: bigint,
      asked: Pick<ReducingAt, 'type' | 'price'> & Partial<ReducingAt>,
    ): Promise<bigint> => {
      const usual = { quantity: undefined, expiresMs: undefined, clientOrderId: undefined };
      return idOf(
        floor.run(
          reducePositionAt,
          { id, ...usual, timeInForce: 'GTC', instruments, termsAt: terms.termsAt, ...asked },
          book,
        ),
      );
    },
  };
}
