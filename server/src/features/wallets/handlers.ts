/** Handlers for a customer's balances and their history, and for starting over in a demo. */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { valueOfHoldings } from '@candor/domain/ledger/valuation.ts';
import type { BidOf, Holding, Owed } from '@candor/domain/ledger/valuation.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { incomeSources } from '@candor/protocol/wallets/schemas.ts';
import type { Submit } from '../../calls/submit.ts';
import { periodOf } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import { readOwnJournal, readRecords, readWallet } from '../../ledger/own-records.ts';
import type { OwnResults } from '../../ledger/own-results.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import { limits as walletsLimits } from './limits.ts';
import { startOver } from './grant.ts';
import type { StartOverPart } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { kindsOf } from '../../ledger/record-groups.ts';
import { LedgerExports } from './ledger-export.ts';
import { accountsOf, journalView, pocketOf, recordsView } from './records.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type WalletsView = CallOutput<'POST wallet/list'>;

/** Renders one wallet per currency in the configured order, including currencies that the customer doesn't hold. */
export function walletsView(
  { holdings, owed }: { readonly holdings: readonly Holding[]; readonly owed: Owed },
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
    // Principal in the fund is never available. It is returned when its order ends.
    const inFund = { available: '0', frozen: amountOf('fund_principal') };
    const debts = { due: formatAmount(owed.due), loans: formatAmount(owed.loans) };
    return {
      currency,
      spot: pocket('spot', 'spot_frozen'),
      contract: pocket('contract', 'contract_frozen'),
      option: pocket('option', 'option_frozen'),
      ...(currency === 'USDT' ? { experience: pocket('promo', 'promo_frozen'), fund: inFund, ...debts } : {}),
      value_usdt: formatAmount(valueOfHoldings(own, market.bidOf)),
    };
  });
}

export type WalletsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly currencies: readonly string[];
  readonly bidOf: BidOf;
  readonly startOverParts: readonly StartOverPart[];
  readonly results: Pick<OwnResults, 'bySource'>;
  readonly now: () => number;
  readonly marketNow: () => number;
} & Pick<Platform, 'owedOf' | 'valueHistory'>;

type WalletsCall =
  | 'POST wallet/list'
  | 'POST wallet/get_info'
  | 'POST wallet/detail'
  | 'GET wallet/journal'
  | 'GET wallet/history'
  | 'GET wallet/accumulated'
  | 'GET wallet/ledger'
  | 'POST demo/start_over';

export function walletsHandlers(deps: WalletsDeps): Pick<Handlers, WalletsCall> {
  const { pool } = deps;
  const limits = walletsLimits;
  const again = startOver(
    deps.startOverParts,
    deps.currencies.filter((currency) => currency !== 'USDT'),
  );
  const exports = new LedgerExports({ pool, limits });
  return {
    'POST wallet/list': async (_, { customer }) => {
      const [holdings, owed] = await Promise.all([readHoldings(pool, customer), deps.owedOf(customer)]);
      return ok(walletsView({ holdings, owed }, deps));
    },
    'POST wallet/get_info': ({ currency }, context) => walletInfo(deps, currency, context),
    'POST wallet/detail': (input, context) => records(pool, input, context),
    'GET wallet/journal': async ({ seq }, { customer }) => {
      const found = await readOwnJournal(pool, { book: customer, seq: BigInt(seq) });
      if (found === undefined) return refuse('no_transaction_records', { field: 'seq' });
      return ok(journalView(found));
    },
    'GET wallet/history': async ({ days }, { customer }) => {
      const asked = Math.min(days ?? limits.historyDaysUsual, limits.historyDaysMax);
      const values = await deps.valueHistory(customer, asked);
      return ok(
        values.map(({ timeMs, value }) => ({
          time: Math.floor(timeMs / 1000),
          value_usdt: formatAmount(value),
        })),
      );
    },
    'GET wallet/accumulated': async (_, { customer }) => ok(await accumulated(deps, customer)),
    'GET wallet/ledger': (_, { customer }) => exports.of(customer, deps.now()),
    'POST demo/start_over': (body, context) => deps.submit({ command: again, input: {}, body, context }),
  };
}

async function walletInfo(
  deps: WalletsDeps,
  currency: string,
  { customer }: CallContext,
): Promise<CallAnswer<'POST wallet/get_info'>> {
  const { bidOf } = deps;
  if (!deps.currencies.includes(currency)) return refuse('wallet_not_found', { field: 'currency' });
  const [{ holdings, holds }, owed] = await Promise.all([
    readWallet(deps.pool, { book: customer, currency }),
    deps.owedOf(customer),
  ]);
  const [wallet] = walletsView({ holdings, owed }, { currencies: [currency], bidOf });
  if (wallet === undefined) throw new Error(`expected a wallet in ${currency}, found none`);
  return ok({
    ...wallet,
    frozen_by: holds.map(({ ref, account, amount, symbol }) => ({
      ref,
      account: pocketOf(account).account,
      amount: formatAmount(amount),
      symbol,
    })),
  });
}

async function records(
  pool: Pool,
  input: CallInput<'POST wallet/detail'>,
  { customer }: CallContext,
): Promise<CallAnswer<'POST wallet/detail'>> {
  const { cursor, group } = input;
  const period = periodOf(input);
  if (!period.ok) return period;
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
    return refuse('parameter_wrong', { field: 'cursor' });
  const { pageRowsMax, pageRowsUsual } = LIMITS.http;
  const { journals, next } = await readRecords(pool, {
    book: customer,
    before: cursor === undefined ? undefined : BigInt(cursor),
    kinds: group === undefined ? undefined : kindsOf(group),
    accounts: accountsOf(input.account),
    currency: input.currency,
    fromMs: period.value.fromMs,
    toMs: period.value.beforeMs,
    limit: Math.min(input.limit ?? pageRowsUsual, pageRowsMax),
    scannedMax: walletsLimits.recordsScannedMax,
  });
  return ok(recordsView(journals, next));
}

/** The day starts at 00:00 UTC by the market clock. */
async function accumulated(
  { results, marketNow }: WalletsDeps,
  book: bigint,
): Promise<CallOutput<'GET wallet/accumulated'>> {
  const nowMs = marketNow();
  const found = await results.bySource({ book, dayStartMs: nowMs - (nowMs % DAY_MS) });
  const sum = (of: 'today' | 'cumulative'): string =>
    formatAmount(incomeSources.reduce((total, source) => total + found[source][of], 0n));
  return {
    today: sum('today'),
    total: sum('cumulative'),
    sources: incomeSources.map((source) => ({
      source,
      today: formatAmount(found[source].today),
      total: formatAmount(found[source].cumulative),
    })),
  };
}
