/** The cost of the coins held at the end of a period, their value, and the gain on those sold within it. */
import { formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { mulDivDown, valueReceived } from '@candor/domain/money/rounding.ts';
import { costBasis, unrealisedOf } from '@candor/domain/statement/cost-basis.ts';
import type { CoinMove, CostOfHolding } from '@candor/domain/statement/cost-basis.ts';
import type { Statement } from './statement.ts';

type Holding = Statement['holdings'][number];

/** `moves` are all movements until the end of the period. `bidOf` returns the price at its end, if there is one. */
export function holdingsOf(
  moves: readonly CoinMove[],
  { fromMs, bidOf }: { readonly fromMs: number; readonly bidOf: (currency: string) => Amount | undefined },
): Holding[] {
  const { holdings, disposals } = costBasis(moves, 'average');
  const realised = new Map<string, Amount>();
  for (const { currency, gain, disposedMs } of disposals)
    if (disposedMs >= fromMs) realised.set(currency, (realised.get(currency) ?? 0n) + gain);
  return [...holdings]
    .filter(([currency, { quantity }]) => quantity > 0n || realised.has(currency))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, holding]) => ({
      ...{ currency, quantity: formatAmount(holding.quantity), cost: formatAmount(holding.cost) },
      average_cost: averageOf(holding),
      ...valued(holding, bidOf(currency)),
      realised: formatAmount(realised.get(currency) ?? 0n),
    }));
}

/** Returns the cost of one coin, rounded down, or null if none is held. */
export function averageOf({ quantity, cost }: Pick<CostOfHolding, 'quantity' | 'cost'>): string | null {
  return quantity === 0n ? null : formatAmount(mulDivDown(cost, ONE, quantity));
}

function valued(
  holding: CostOfHolding,
  bid: Amount | undefined,
): Pick<Holding, 'value_usdt' | 'unrealised' | 'unrealised_percent'> {
  if (bid === undefined && holding.quantity > 0n)
    return { value_usdt: null, unrealised: null, unrealised_percent: null };
  const value = valueReceived(holding.quantity, bid ?? 0n);
  const { profit, percent } = unrealisedOf(holding, value);
  return {
    ...{ value_usdt: formatAmount(value), unrealised: formatAmount(profit) },
    unrealised_percent: percent === null ? null : formatAmount(percent),
  };
}
