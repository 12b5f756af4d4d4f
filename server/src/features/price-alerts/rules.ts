/** Rules for setting, deleting and firing an alert. Pure. The README lists the order of the checks. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount as parsed, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { standingOf } from '../../identity/account-standing.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { limits } from './limits.ts';
import { alertArming, priceAlerts, VERSION } from './tables.ts';
import type { PriceAlertRow } from './tables.ts';

type AlertView = CallOutput<'POST price_alert'>;

/** Larger than any price. Below it, the engine compares prices without loss of precision. */
const PRICE_MAX = parsed('10000000');

export type NewAlert = {
  readonly symbol: string;
  readonly price: Amount;
  /** If undefined, derived from the newest price. */
  readonly direction: PriceAlertRow['direction'] | undefined;
};

export function readAlertOf(
  { symbol, price, direction }: CallInput<'POST price_alert'>,
  isOffered: (symbol: string) => boolean,
): Outcome<NewAlert, 'pair_not_found' | 'amount_wrong'> {
  if (!isOffered(symbol)) return refuse('pair_not_found', { field: 'symbol' });
  const level = parseAmount(price);
  if (level === undefined || level <= 0n || level > PRICE_MAX)
    return refuse('amount_wrong', { field: 'price' });
  return ok({ symbol, price: level, direction });
}

export function alertView(row: Omit<PriceAlertRow, 'book'>): AlertView {
  return {
    id: row.id.toString(),
    symbol: row.symbol,
    price: formatAmount(row.price),
    direction: row.direction,
    created_at: Math.floor(row.createdMs / 1000),
  };
}

/** A level at or above the newest price is reached from below, otherwise from above. */
function wayTo(price: Amount, { last }: { readonly last: Amount }): PriceAlertRow['direction'] {
  return price >= last ? 'above' : 'below';
}

export function decideAlert(
  { symbol, price, direction }: NewAlert,
  facts: Facts,
): Decision<AlertView, 'alerts_too_many' | 'busy'> {
  const head = facts.head(symbol);
  const open = facts.openRows(priceAlerts);
  const way = direction ?? (head === undefined ? undefined : wayTo(price, head));
  // A second identical alert would be useless, so a retry after a lost response returns the open one.
  const same = open.find((one) => one.symbol === symbol && one.price === price && one.direction === way);
  if (same !== undefined) return ok({ answer: alertView(same) });
  const max = limits.priceAlertsMax;
  if (open.length >= max) return refuse('alerts_too_many', { params: { max: max.toString() } });
  if (head === undefined || way === undefined) return refuse('busy');
  const row: PriceAlertRow = {
    book: facts.book,
    id: facts.newId(),
    symbol,
    direction: way,
    price,
    status: 'open',
    armedSeq: head.seq,
    createdMs: facts.wallMs,
    endedMs: null,
    reachedSeq: null,
  };
  return ok({ answer: alertView(row), puts: [put(priceAlerts, row)], armings: [alertArming(row)] });
}

export type AlertRef = { readonly id: bigint };

/** An alert that is no longer open, and another customer's alert, are treated as if they did not exist. */
export function decideDeleting({ id }: AlertRef, facts: Facts): Decision<Record<string, never>, 'not_found'> {
  const before = facts.row(priceAlerts, id);
  if (before === undefined || before.status !== 'open') return refuse('not_found', { field: 'id' });
  const row: PriceAlertRow = { ...before, status: 'deleted', endedMs: facts.wallMs };
  return ok({ answer: {}, puts: [put(priceAlerts, row)], armings: [alertArming(row)] });
}

export type AlertFiring = AlertRef & {
  readonly version: number;
  readonly entry: TapeEntry;
};

type Fired = { readonly fired: boolean };

export function decideFiring({ id, version, entry }: AlertFiring, facts: Facts): Decision<Fired, never> {
  const before = facts.row(priceAlerts, id);
  if (before === undefined || before.status !== 'open' || version !== VERSION)
    return ok({ answer: { fired: false } });
  const { symbol, direction, price, armedSeq } = before;
  const isReached = direction === 'above' ? entry.last >= price : entry.last <= price;
  if (entry.symbol !== symbol || entry.seq <= armedSeq || !isReached)
    throw new FalselyFired(`entry ${entry.symbol} ${entry.seq} does not reach price alert ${id}`);
  // A customer who has closed the account receives no alerts. An alert that was still open is deleted when it fires.
  if (standingOf(facts)?.status === 'closed') {
    const row: PriceAlertRow = { ...before, status: 'deleted', endedMs: facts.wallMs };
    return ok({ answer: { fired: true }, puts: [put(priceAlerts, row)] });
  }
  const row: PriceAlertRow = {
    ...before,
    status: 'reached',
    endedMs: facts.wallMs,
    reachedSeq: entry.seq,
  };
  const params = {
    alert: id.toString(),
    symbol,
    level: formatAmount(price),
    price: formatAmount(entry.last),
    entry: entry.seq.toString(),
    reached_at: Math.floor(entry.timeMs / 1000).toString(),
  };
  return ok({
    answer: { fired: true },
    puts: [put(priceAlerts, row)],
    appends: [noticeNow(facts, 'price_alert', params)],
  });
}
