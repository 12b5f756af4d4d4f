/** A statement: the balances before and after a period, and the movements between them, computed from the journals alone. */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { valueInUsdt, valueOfHoldings, worth } from '@candor/domain/ledger/valuation.ts';
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { groupOf } from '../../ledger/record-groups.ts';
import { dayEndKey } from '../../quotes/day-bids.ts';
import type { DayBids } from '../../quotes/day-bids.ts';
import type { Instruments } from '../../positions/market.ts';
import { readPast } from '../../worth/past.ts';
import { readCoinMoves } from './coin-moves.ts';
import { readCosts } from './costs.ts';
import { holdingsOf } from './holdings.ts';
import { MOVED } from '../../ledger/own-movements.ts';

export type Statement = CallOutput<'GET statement/one'>;
type Account = Statement['accounts'][number]['account'];
type Movement = {
  readonly kind: string | null;
  readonly account: Account;
  readonly currency: string;
  readonly count: string;
  readonly received: string;
  readonly paid: string;
};

export type StatementDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly instruments: Instruments;
  readonly bids: Pick<DayBids, 'at' | 'quotesAt'>;
};

/** Whether the period is final, which means that no journal or tape entry within it can still be missing. */
export function isFinal({ toMs }: Period, nowMs: number): boolean {
  return nowMs >= toMs + MINUTE_MS;
}

/** Returns the time up to which the tapes' entries value a period that ends at `toMs`. It is a whole minute. */
function valuedAtMs(toMs: number, nowMs: number): number {
  return Math.min(toMs, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
}

/** Returns undefined if the customer's coins have moved more often than the limit. */
export async function readStatement(
  { pool, bids, instruments }: StatementDeps,
  { book, period, nowMs }: { readonly book: bigint; readonly period: Period; readonly nowMs: number },
): Promise<Statement | undefined> {
  const { fromMs, toMs } = period;
  const moves = await readCoinMoves({ pool, bids }, { book, toMs, nowMs });
  if (moves === undefined) return undefined;
  const at = { book, fromMs, toMs };
  const [moved, costs] = [await readMovements(pool, at), await readCosts(pool, at)];
  const accounts = balancesOf(moved);
  const endMs = valuedAtMs(toMs, nowMs);
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].filter((one) => one !== 'USDT');
  const bidAt = (currency: string, ms: number): Amount | undefined =>
    found.get(dayEndKey({ symbol: `${currency}/USDT`, endMs: ms }));
  const ends = currencies.flatMap((currency) =>
    [fromMs, endMs].map((ms) => ({ symbol: `${currency}/USDT`, endMs: ms })),
  );
  const found = await bids.at(ends, nowMs);
  const heldAt = (of: 'opening' | 'closing') =>
    accounts.map((one) => ({ account: LEDGER[one.account], currency: one.currency, amount: one[of] }));
  const value = (of: 'opening' | 'closing', ms: number): string =>
    formatAmount(valueOfHoldings(heldAt(of), (currency) => bidAt(currency, ms)));
  const untilMs = Math.min(toMs, nowMs + 1);
  const pricedAt = (ms: number): number => (ms === fromMs ? fromMs : endMs);
  const besideAt = await readPast(
    { pool, instruments, dayBids: bids },
    { book, timesMs: [fromMs, untilMs], pricedAt, nowMs },
  );
  const worthAt = (of: 'opening' | 'closing', ms: number) =>
    worth({ holdings: heldAt(of), ...besideAt(ms) }, (currency) => bidAt(currency, pricedAt(ms)));
  const closing = worthAt('closing', untilMs);
  return {
    ...{ period: period.name, final: isFinal(period, nowMs), costs },
    ...{ from: fromMs / 1000, to: toMs / 1000, valued_at: endMs / 1000 },
    opening_value_usdt: value('opening', fromMs),
    closing_value_usdt: value('closing', endMs),
    opening_total_usdt: formatAmount(worthAt('opening', fromMs).total),
    closing_total_usdt: formatAmount(closing.total),
    closing_open_profit_usdt: formatAmount(closing.parts.open_profit),
    closing_due_usdt: formatAmount(closing.parts.due),
    closing_loans_usdt: formatAmount(closing.parts.loans),
    accounts: accounts.map(({ account, currency, opening, received, paid, closing: last }) => ({
      ...{ account, currency, opening: formatAmount(opening), received: formatAmount(received) },
      ...{ paid: formatAmount(paid), closing: formatAmount(last) },
      closing_value_usdt: formatAmount(valueInUsdt(currency, last, (one) => bidAt(one, endMs))),
    })),
    movements: moved.flatMap(({ kind, account, currency, count, received, paid }) =>
      kind === null
        ? []
        : [
            {
              ...{ kind, group: groupOf(kind), account, currency, count: Number(count) },
              received: formatAmount(fromNumeric(received)),
              paid: formatAmount(fromNumeric(paid)),
            },
          ],
    ),
    holdings: holdingsOf(moves, { fromMs, bidOf: (currency) => bidAt(currency, endMs) }),
  };
}

/** Returns sums by kind within the period. Sums with `kind` null cover everything before it. */
async function readMovements(
  pool: Pick<Pool, 'query'>,
  at: { readonly book: bigint; readonly fromMs: number; readonly toMs: number },
): Promise<Movement[]> {
  const { rows } = await pool.query<Movement>({
    name: 'statement-movements',
    text: `with ${MOVED}
      select case when m.time_ms >= $3 then m.kind end as kind, m.account, m.currency, count(*),
        coalesce(sum(m.amount) filter (where m.amount > 0), 0) as received,
        coalesce(sum(m.amount) filter (where m.amount < 0), 0) as paid
      from moved m group by 1, m.account, m.currency order by 1 nulls first, m.account, m.currency`,
    values: [at.book, at.toMs, at.fromMs],
  });
  return rows;
}

type Balance = {
  readonly account: Account;
  readonly currency: string;
  opening: Amount;
  received: Amount;
  paid: Amount;
  closing: Amount;
};

/** The ledger accounts behind each account of a statement, which combines available and frozen amounts. */
const LEDGER: Readonly<Record<Account, CustomerAccount>> = {
  ...{ spot: 'spot', contract: 'contract', option: 'option' },
  ...{ fund: 'fund_principal', experience: 'promo' },
};

const ORDER: readonly Account[] = ['spot', 'contract', 'option', 'fund', 'experience'];

function balancesOf(moved: readonly Movement[]): Balance[] {
  const balances = new Map<string, Balance>();
  for (const { kind, account, currency, received, paid } of moved) {
    const key = `${account} ${currency}`;
    const balance = balances.get(key) ?? {
      ...{ account, currency },
      ...{ opening: 0n, received: 0n, paid: 0n, closing: 0n },
    };
    balances.set(key, balance);
    const [gained, spent] = [fromNumeric(received), fromNumeric(paid)];
    balance.closing += gained + spent;
    if (kind === null) balance.opening += gained + spent;
    else {
      balance.received += gained;
      balance.paid += spent;
    }
  }
  return [...balances.values()]
    .filter(({ opening, received, paid }) => opening !== 0n || received !== 0n || paid !== 0n)
    .toSorted(
      (a, b) => ORDER.indexOf(a.account) - ORDER.indexOf(b.account) || (a.currency < b.currency ? -1 : 1),
    );
}

/** One change of an account by one journal. */
export type Line = {
  readonly seq: bigint;
  readonly kind: string;
  readonly ref: string;
  readonly timeMs: number;
  readonly account: Account;
  readonly currency: string;
  readonly amount: Amount;
};

/** Returns every change within a period, in order, or undefined if there are more than `linesMax`. */
export async function readLines(
  pool: Pick<Pool, 'query'>,
  at: {
    readonly book: bigint;
    readonly fromMs: number;
    readonly toMs: number;
    readonly linesMax: number;
  },
): Promise<Line[] | undefined> {
  const { rows } = await pool.query<{
    seq: string;
    kind: string;
    ref: string;
    time_ms: string;
    account: Account;
    currency: string;
    amount: string;
  }>({
    name: 'statement-lines',
    text: `with ${MOVED} select m.seq, m.kind, m.ref, m.time_ms, m.account, m.currency, m.amount from moved m
      where m.time_ms >= $3 order by m.seq, m.account, m.currency limit $4`,
    values: [at.book, at.toMs, at.fromMs, at.linesMax + 1],
  });
  if (rows.length > at.linesMax) return undefined;
  return rows.map(({ seq, time_ms: timeMs, amount, ...line }) => ({
    ...line,
    seq: BigInt(seq),
    timeMs: Number(timeMs),
    amount: fromNumeric(amount),
  }));
}
