/** What a customer holds, as the app shows it; and starting over in a demo. */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { worth } from '@candor/domain/ledger/valuation.ts';
import type { BidOf, Holding } from '@candor/domain/ledger/valuation.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Submit } from '../../commands/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../http/handler.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { startOver } from './grant.ts';
import type { StartOverPart } from './grant.ts';

export type WalletsView = CallOutput<'POST wallet/list'>;

/** One wallet a currency, in the order of configuration, held or not. */
export function walletsView(
  holdings: readonly Holding[],
  market: { readonly currencies: readonly string[]; readonly bidOf: BidOf },
): WalletsView {
  return market.currencies.map((currency) => {
    const own = holdings.filter((holding) => holding.currency === currency);
    const amountOf = (account: CustomerAccount): string =>
      formatAmount(own.find((holding) => holding.account === account)?.amount ?? 0n);
    const pocket = (available: CustomerAccount, frozen: CustomerAccount) => ({
      available: amountOf(available),
      frozen: amountOf(frozen),
    });
    return {
      currency,
      spot: pocket('spot', 'spot_frozen'),
      contract: pocket('contract', 'contract_frozen'),
      option: pocket('option', 'option_frozen'),
      ...(currency === 'USDT' ? { experience: pocket('promo', 'promo_frozen') } : {}),
      value_usdt: formatAmount(worth(own, market.bidOf).total),
    };
  });
}

export type WalletsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly currencies: readonly string[];
  readonly bidOf: BidOf;
  readonly startOverParts: readonly StartOverPart[];
};

export function walletsHandlers(
  deps: WalletsDeps,
): Pick<Handlers, 'POST wallet/list' | 'POST demo/start_over'> {
  const again = startOver(
    deps.startOverParts,
    deps.currencies.filter((currency) => currency !== 'USDT'),
  );
  return {
    'POST wallet/list': async (_, context) =>
      ok(walletsView(await readHoldings(deps.pool, context.customer), deps)),
    'POST demo/start_over': (body, context) => deps.submit({ command: again, input: {}, body, context }),
  };
}
