/** Handlers of the calls for fixed-time options: the offer, buying a ticket, and the customer's tickets and results. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { BidOf } from '@candor/domain/ledger/valuation.ts';
import { formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { breakEvenRate, stakeBounds } from '@candor/domain/trading/option.ts';
import type { OptionTerms, OptionTermsAt } from '@candor/domain/trading/option.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { Submit } from '../../calls/submit.ts';
import { periodOf } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import { readProfile } from '../../identity/gates.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import type { TicketOrder } from './accepting.ts';
import { buyTicket } from './commands.ts';
import { resultsView } from './results.ts';
import { listTickets, readResults } from './store.ts';
import { STAKE_CURRENCIES } from './tables.ts';
import type { TicketRow } from './tables.ts';
import { ticketView } from './view.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type OptionsDeps = {
  readonly submit: Submit;
  readonly pool: Pool;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly termsAt: OptionTermsAt;
  readonly jurisdictions: JurisdictionMode;
  /** The USDT bid at which a coin can be sold now. */
  readonly bidOf: BidOf;
  /** Market clock, milliseconds. */
  readonly marketNow: () => number;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type OptionsCall =
  | 'GET microtrade/seconds'
  | 'GET microtrade/payable_currencies'
  | 'POST microtrade/submit'
  | 'POST microtrade/whsubmit'
  | 'GET microtrade/lists'
  | 'GET microtrade/whlists'
  | 'GET microtrade/results';

const CRYPTO: ReadonlySet<string> = new Set(['BTC/USDT', 'ETH/USDT']);
const FIRST = 'BTC/USDT';
const ENDED: readonly TicketRow['status'][] = ['won', 'lost', 'tied', 'void'];

export function optionSymbols(instruments: ReadonlyMap<string, ContractInstrument>): string[] {
  return [...instruments.values()].filter(isOffered).map(({ symbol }) => symbol);
}

function isOffered({ symbol, kind }: ContractInstrument): boolean {
  return kind !== 'crypto' || CRYPTO.has(symbol);
}

export function optionsHandlers(deps: OptionsDeps): Pick<Handlers, OptionsCall> {
  const buy = (product: TicketRow['product']) => async (body: SubmitBody, context: CallContext) => {
    const order = readOrder(body, product, deps);
    if (!order.ok) return order;
    return deps.submit({ command: buyTicket, input: order.value, body, context });
  };
  const list = (product: TicketRow['product']) => async (input: ListInput, context: CallContext) =>
    listOf(input, { pool: deps.pool, product, book: context.customer });
  return {
    'GET microtrade/seconds': async ({ symbol }, { customer }) => {
      const terms = termsOf(symbol, deps);
      if (!terms.ok) return terms;
      const { products } = await readProfile(deps.pool, customer, deps.jurisdictions);
      return products.includes('options') ? ok(durationsView(terms.value)) : refuse('product_not_offered');
    },
    'GET microtrade/payable_currencies': async ({ symbol }, { customer }) => {
      const terms = termsOf(symbol, deps);
      return terms.ok ? ok(await payable(deps, customer, terms.value)) : terms;
    },
    'POST microtrade/submit': buy('crypto'),
    'POST microtrade/whsubmit': buy('forex'),
    'GET microtrade/lists': list('crypto'),
    'GET microtrade/whlists': list('forex'),
    'GET microtrade/results': async ({ days }, context) => {
      const today = Math.floor(deps.marketNow() / DAY_MS);
      const fromMs = (today - days + 1) * DAY_MS;
      return ok(resultsView(await readResults(deps.pool, context.customer, fromMs)));
    },
  };
}

type SubmitBody = CallInput<'POST microtrade/submit'>;
type ListInput = CallInput<'GET microtrade/lists'>;

function termsOf(
  symbol: string | undefined,
  { instruments, termsAt, now }: OptionsDeps,
): Outcome<OptionTerms, 'pair_not_found' | 'pair_not_active'> {
  const instrument = instruments.get(symbol ?? FIRST);
  if (instrument === undefined) return refuse('pair_not_found', { field: 'symbol' });
  return isOffered(instrument)
    ? ok(termsAt(instrument.symbol, now()))
    : refuse('pair_not_active', { field: 'symbol' });
}

function durationsView({ durations }: OptionTerms): CallOutput<'GET microtrade/seconds'> {
  return durations.map(({ seconds, payoutRatio }) => ({
    seconds,
    payout_ratio: formatAmount(payoutRatio),
    break_even_rate: formatAmount(breakEvenRate(payoutRatio)),
  }));
}

async function payable(
  { pool, bidOf }: OptionsDeps,
  book: bigint,
  terms: OptionTerms,
): Promise<CallOutput<'GET microtrade/payable_currencies'>> {
  const holdings = await readHoldings(pool, book);
  const available = (account: 'option' | 'promo', currency: string) =>
    formatAmount(
      holdings.find((held) => held.account === account && held.currency === currency)?.amount ?? 0n,
    );
  const bounds = (currency: string) => {
    const bid = currency === 'USDT' ? ONE : bidOf(currency);
    if (bid === undefined) return { min: null, max: null };
    const { min, max } = stakeBounds(bid, terms);
    return { min: formatAmount(min), max: formatAmount(max) };
  };
  return [
    ...STAKE_CURRENCIES.map((currency) => ({
      currency,
      available: available('option', currency),
      ...bounds(currency),
    })),
    { currency: 'EXPERIENCE' as const, available: available('promo', 'USDT'), ...bounds('USDT') },
  ];
}

function readOrder(
  body: SubmitBody,
  product: TicketRow['product'],
  { instruments, termsAt, jurisdictions }: OptionsDeps,
): Outcome<TicketOrder, 'pair_not_found' | 'pair_not_active' | 'currency_invalid'> {
  const instrument = instruments.get(body.symbol);
  if (instrument === undefined) return refuse('pair_not_found', { field: 'symbol' });
  const isForex = instrument.kind !== 'crypto';
  if (!isOffered(instrument) || isForex !== (product === 'forex')) {
    return refuse('pair_not_active', { field: 'symbol' });
  }
  const source = body.currency === 'EXPERIENCE' ? 'promo' : 'option';
  const currency = source === 'promo' ? 'USDT' : STAKE_CURRENCIES.find((known) => known === body.currency);
  if (currency === undefined) return refuse('currency_invalid', { field: 'currency' });
  const stakeInstrument = currency === 'USDT' ? undefined : instruments.get(`${currency}/USDT`);
  if (currency !== 'USDT' && stakeInstrument === undefined) {
    return refuse('currency_invalid', { field: 'currency' });
  }
  const { side, seconds, payout_ratio } = body;
  return ok({
    product,
    instrument,
    termsAt,
    side,
    seconds,
    stake: parseAmount(body.stake) ?? 0n,
    currency,
    source,
    payoutShown: payout_ratio === undefined ? undefined : parseAmount(payout_ratio),
    stakeInstrument,
    jurisdictions,
  });
}

async function listOf(
  { status, symbol, kind, cursor, limit, ...bounds }: ListInput,
  { pool, product, book }: { pool: Pool; product: TicketRow['product']; book: bigint },
): Promise<Outcome<CallOutput<'GET microtrade/lists'>, 'parameter_wrong'>> {
  const period = periodOf(bounds);
  if (!period.ok) return period;
  const found = await listTickets(pool, {
    book,
    product,
    statuses: status === undefined ? undefined : status === 'ended' ? ENDED : [status],
    ...{ symbol, kind, period: period.value },
    below: cursor === undefined ? undefined : BigInt(cursor),
    limit: Math.min(limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax),
  });
  return ok(found.map(ticketView));
}
