/**
 * Notices about orders that opened or ended, and positions that closed, without an action by the customer. A change that the
 * customer requested (an order that opens immediately, a closing, a cancellation) gives no notice, because the screen shows its
 * result. There is none about a reducing order that ends together with its position either, because the closing gives one.
 * Pure.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { mulDivDown } from '@candor/domain/money/rounding.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Append, Facts } from '../commands/command.ts';
import { noticeNow } from '../identity/mail/notices.ts';
import { LIMITS } from '../limits.ts';
import type { CloseReason, CloseRecord, PositionRow } from './tables.ts';

type Telling = Pick<Facts, 'book' | 'newId' | 'wallMs'>;

/** Returns the parameters of a message about a position, and of its link. */
export function namesOf({ id, product, symbol }: PositionRow) {
  return { position: id.toString(), product, symbol };
}

export function openingNotices(opened: PositionRow, facts: Telling): Append[] {
  if (opened.type === 'market') return [];
  const params = {
    ...namesOf(opened),
    quantity: formatAmount(opened.openQuantity),
    price: formatAmount(opened.entryPrice ?? 0n),
    fee: formatAmount(opened.openFee),
  };
  return [
    noticeNow(facts, opened.side === 'long' ? 'position_opened_long' : 'position_opened_short', params),
  ];
}

/**
 * Builds the notice about an order that may not open, unless its customer had requested its cancellation or is still watching it
 * wait.
 */
export function refusalNotices(
  order: PositionRow,
  { timeMs }: Pick<TapeEntry, 'timeMs'>,
  facts: Telling,
): Append[] {
  const isSeen = order.type === 'market' && !isLong(order.createdMs, timeMs);
  return isSeen || order.cancel !== null ? [] : [noticeNow(facts, 'order_refused', namesOf(order))];
}

export function expiryNotices(order: PositionRow, facts: Telling): Append[] {
  if (order.cancel !== null) return [];
  return [noticeNow(facts, 'order_expired', { ...namesOf(order), quantity: formatAmount(order.quantity) })];
}

const KINDS: Readonly<Record<CloseReason, NoticeKind | undefined>> = {
  take_profit: 'position_took_profit',
  stop_loss: 'position_stopped',
  profit_lock: 'position_locked',
  trailing: 'position_trailed',
  reduce: 'position_reduced',
  close_out: 'position_closed_out',
  customer: 'position_closed_late',
  close_all: 'position_closed_late',
  start_over: undefined,
};

/**
 * Builds the notice about a closing. A closing that the customer requested leads to a notice only if it had to wait, for
 * example over a weekend.
 */
export function closingNotices(
  closed: PositionRow,
  { record, timeMs }: { readonly record: CloseRecord; readonly timeMs: number },
  facts: Telling,
): Append[] {
  const kind = KINDS[record.reason];
  if (kind === undefined) return [];
  const { quantity, price } = record;
  if (kind === 'position_closed_late' && !isLong(record.asked_ms ?? timeMs, timeMs)) return [];
  return [noticeNow(facts, kind, { ...namesOf(closed), quantity, price, result: resultOf(closed, record) })];
}

/** Whether a market order or a closing waited for longer than its screen shows that it waits. */
function isLong(sinceMs: number, timeMs: number): boolean {
  return timeMs - sinceMs > LIMITS.trading.fillWaitMarketMs;
}

const CENT = amount('0.01');

/**
 * Returns the result in USDT after all costs, signed and rounded down to the cent, as in the list of completed trades. Once the
 * position is closed, it is the result of the whole trade; while a part of it is open, it is that of the closing.
 */
function resultOf({ status, openFee, closes }: PositionRow, record: CloseRecord): string {
  const isWhole = status === 'closed';
  const net = (isWhole ? closes : [record]).reduce(
    (sum, close) => sum + netOf(close),
    isWhole ? -openFee : 0n,
  );
  const cents = mulDivDown(net, 1n, CENT) * CENT;
  return cents > 0n ? `+${formatAmount(cents)}` : formatAmount(cents);
}

/** If a shortfall is not offset, the house bears it, so it reduces the customer's loss. */
function netOf({ pnl, fee, financing, charge = '0', shortfall, offset = '0' }: CloseRecord): Amount {
  return amount(pnl) - amount(fee) - amount(financing) - amount(charge) + amount(shortfall) - amount(offset);
}
