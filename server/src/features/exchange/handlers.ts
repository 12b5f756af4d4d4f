/** Handlers of the flash exchange calls. A request becomes a command, or a refusal that names the field. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { symbolOf } from '@candor/domain/trading/exchange.ts';
import type { Submit } from '../../calls/submit.ts';
import { pageOfPeriod } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { limits } from './limits.ts';
import type { Terms } from '../../terms/terms.ts';
import { carryOutExchange, quoteExchange } from './commands.ts';
import { exchangeView } from './rules.ts';
import type { Route } from './rules.ts';
import { listExchanges } from './store.ts';
import { supportNow } from './support.ts';

export type ExchangeDeps = {
  readonly submit: Submit;
  readonly pool: Pool;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly currencies: readonly string[];
  readonly terms: Pick<Terms, 'exchange'>;
  readonly jurisdictions: JurisdictionMode;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type ExchangeHandlers = Pick<
  Handlers,
  | 'GET wallet/flashAgainstList'
  | 'POST wallet/flash_quote'
  | 'POST wallet/flashAgainst'
  | 'GET wallet/myFlashAgainstList'
>;

export function exchangeHandlers(deps: ExchangeDeps): ExchangeHandlers {
  const { submit, pool, currencies, terms, jurisdictions, now } = deps;
  return {
    'GET wallet/flashAgainstList': async () => {
      const { open, feeRate, maxUsdt, unusedMax } = terms.exchange(now());
      return ok({
        currencies: open ? [...currencies] : [],
        fee_rate: formatAmount(feeRate),
        valid_seconds: limits.quoteMs / 1000,
        max_usdt: formatAmount(maxUsdt),
        unused_max: unusedMax,
      });
    },

    'POST wallet/flash_quote': async (body, context) => {
      const route = readRoute(body, deps);
      if (!route.ok) return route;
      const amount = parseAmount(body.amount);
      if (amount === undefined || amount <= 0n) return refuse('amount_wrong', { field: 'amount' });
      const termsAt = (wallMs: number) => terms.exchange(wallMs);
      const input = { ...route.value, amount, termsAt, jurisdictions };
      return submit({ command: quoteExchange, input, body, context });
    },

    'POST wallet/flashAgainst': async (body, context) => {
      const route = readRoute(body, deps);
      const amount = parseAmount(body.amount);
      // If the pair can't be quoted, the quote can't exist.
      if (!route.ok || amount === undefined || !/^\d{1,18}$/.test(body.quote_id))
        return refuse('quote_expired');
      const { sold, bought } = route.value;
      const coins = [sold, bought].filter((one) => one !== undefined);
      const support = await supportNow(
        pool,
        coins.map(({ symbol }) => symbol),
      );
      const input = { ...route.value, amount, number: BigInt(body.quote_id), support, jurisdictions };
      return submit({ command: carryOutExchange, input, body, context });
    },

    'GET wallet/myFlashAgainstList': (input, { customer }) =>
      pageOfPeriod(input, {
        read: (at) => listExchanges(pool, { ...at, book: customer, currency: input.currency }),
        idOf: ({ id }) => id,
        view: exchangeView,
      }),
  };
}

function readRoute(
  { from, to }: { readonly from: string; readonly to: string },
  { instruments, currencies }: ExchangeDeps,
): Outcome<Route, 'currency_invalid'> {
  if (!currencies.includes(from)) return refuse('currency_invalid', { field: 'from' });
  if (!currencies.includes(to) || to === from) return refuse('currency_invalid', { field: 'to' });
  const coin = (currency: string) => instruments.get(symbolOf(currency));
  return ok({ from, to, sold: coin(from), bought: coin(to) });
}
