/** The row of a leveraged position, as the executor reads and writes it. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import type { Gain } from '@candor/domain/trading/hedge.ts';
import { amountColumn, fixed, json, valuesOf, whole, word } from '../commands/columns.ts';
import type { RowTable } from '../commands/table.ts';

/** What of a position can be waited for. Each is a trigger of its own, with its own version. */
export const TRIGGER_PARTS = [
  'limit',
  'closing',
  'financing',
  'rate',
  'target',
  'stop',
  'trail',
  'margin',
] as const;
export type TriggerPart = (typeof TRIGGER_PARTS)[number];

/** What a part was armed with last: its version, and the entry that an entry must come after to fire it. */
export type Armed = { readonly [part in TriggerPart]?: readonly [version: number, armedSeq: string] };

export type CloseReason =
  | 'customer'
  | 'close_all'
  | 'take_profit'
  | 'stop_loss'
  | 'profit_lock'
  | 'trailing'
  | 'close_out'
  | 'start_over';

/** A closing as it is kept in the row, amounts as decimal text. */
export type CloseRecord = {
  readonly quantity: string;
  readonly price: string;
  readonly tape_seq: string;
  readonly rate: string;
  /** The published entry that the rate stands in; null where the quote currency counts as one USDT. */
  readonly rate_seq: string | null;
  readonly pnl: string;
  readonly fee: string;
  readonly financing: string;
  readonly shortfall: string;
  /** What of it the house's accounts could not pay then; absent of a closing from before that was kept. */
  readonly owed?: string;
  /** What of the shortfall was taken back of gains of the other side. Absent of a closing from before that was so. */
  readonly offset?: string;
  /** Of which closings, where it is more than nothing. */
  readonly offsets?: readonly { readonly position: string; readonly seq: string; readonly amount: string }[];
  /** What of the shortfall was charged to which open positions of the other side. */
  readonly charged?: readonly { readonly position: string; readonly amount: string }[];
  /** What was charged to this position, settled with this closing. */
  readonly charge?: string;
  readonly reason: CloseReason;
  readonly journal_seq: string;
  readonly time_ms: number;
  /** Of one that was asked for: when by the market clock, and the newest entry then. Levels and close-outs have none. */
  readonly asked_ms?: number;
  readonly asked_seq?: string;
  /** Of UTC by the wall clock; absent of a closing from before days were kept. */
  readonly day?: number;
};

/**
 * Midnights that were charged together, as they are kept in the row: the entry that brought them about, its time, how many,
 * and what each was reckoned from. Amounts are decimal text; `amount` is of all of them.
 */
export type NightRecord = {
  readonly seq: string;
  readonly time_ms: number;
  readonly nights: number;
  readonly quantity: string;
  readonly rate: string;
  readonly rate_seq: string | null;
  readonly amount: string;
};

/** A closing that waits for its price. */
export type AskedClosing = {
  readonly askedMs: number;
  readonly askedSeq: bigint;
  readonly quantity: Amount;
};

export type PositionRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly product: 'contract' | 'forex';
  readonly symbol: string;
  readonly side: PositionSide;
  readonly type: 'market' | 'limit';
  readonly status: 'pending' | 'open' | 'closing' | 'closed' | 'cancelled';
  /** Of a resting order that could not open any more, what kept it from that. */
  readonly reason: CloseReason | RefusalCode | null;
  readonly quantity: Amount;
  readonly openQuantity: Amount;
  readonly leverage: number;
  readonly collateral: 'contract' | 'promo';
  readonly price: Amount | null;
  readonly entryPrice: Amount | null;
  readonly entrySeq: bigint | null;
  readonly entryMs: number | null;
  readonly openFee: Amount;
  /** As they were when the order was accepted: of the notional on opening and closing, and on its side each night. */
  readonly feeRate: Amount;
  readonly financingRate: Amount;
  readonly initialMargin: Amount;
  readonly margin: Amount;
  readonly rate: Amount;
  readonly rateSeq: bigint | null;
  /** The rate as it was when the order was accepted, and when it opened; each with its published entry. */
  readonly placedRate: Amount;
  readonly placedRateSeq: bigint | null;
  readonly openRate: Amount | null;
  readonly openRateSeq: bigint | null;
  readonly financing: Amount;
  readonly financedMs: number;
  /** Every midnight that was charged, oldest first. */
  readonly nights: readonly NightRecord[];
  readonly takeProfit: Amount | null;
  readonly stopPrice: Amount | null;
  readonly stopKind: 'loss' | 'lock' | null;
  readonly trailing: Amount | null;
  readonly warned: 0 | 75 | 60;
  readonly armed: Armed;
  readonly realisedPnl: Amount;
  readonly closes: readonly CloseRecord[];
  /** What opposite positions lost beyond their margins while this one gained as much: settled when it closes. */
  readonly charge: Amount;
  /** What opposite positions gained while this one was open, which bears a shortfall of it at the same entry or before. */
  readonly gains: readonly Gain[];
  /** When the order was accepted by the market clock, which entry was the newest then, and how old that might be to fill it. */
  readonly createdMs: number;
  readonly createdSeq: bigint;
  readonly fillAgeMs: number;
  /** The customer's own bound on the price of an order at market. */
  readonly worstPrice: Amount | null;
  /** The closing that waits: when it was asked for, which entry was the newest then, and of how much. */
  readonly asked: AskedClosing | null;
  /** While it is closing, when that was asked for: its market's reopening follows from it. */
  readonly updatedMs: number;
  readonly closedMs: number | null;
  /** Of an order that never opened: the newest entry when it was taken back, or the one at which it was refused. */
  readonly endedSeq: bigint | null;
  /** For own limits: days of UTC by the wall clock, and the margin at acceptance. */
  readonly placedDay: number;
  readonly openedDay: number | null;
  readonly staked: Amount;
  /** Margin added later, a row a day. */
  readonly added: readonly { readonly day: number; readonly amount: Amount }[];
};

function readGains(text: string): Gain[] {
  if (text === '[]') return [];
  return (JSON.parse(text) as (Omit<Gain, 'amount'> & { amount: string })[]).map((gain) => ({
    ...gain,
    amount: fromNumeric(gain.amount),
  }));
}

export const positions: RowTable<PositionRow> = {
  name: 'position',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('product', (row) => row.product)),
    fixed(word('symbol', (row) => row.symbol)),
    fixed(word('side', (row) => row.side)),
    fixed(word('type', (row) => row.type)),
    word('status', (row) => row.status),
    word('reason', (row) => row.reason),
    fixed(amountColumn('quantity', (row) => row.quantity)),
    amountColumn('open_quantity', (row) => row.openQuantity),
    fixed(whole('leverage', (row) => row.leverage)),
    fixed(word('collateral', (row) => row.collateral)),
    fixed(amountColumn('price', (row) => row.price)),
    amountColumn('entry_price', (row) => row.entryPrice),
    whole('entry_seq', (row) => row.entrySeq),
    whole('entry_ms', (row) => row.entryMs),
    amountColumn('open_fee', (row) => row.openFee),
    fixed(amountColumn('fee_rate', (row) => row.feeRate)),
    fixed(amountColumn('financing_rate', (row) => row.financingRate)),
    amountColumn('initial_margin', (row) => row.initialMargin),
    amountColumn('margin', (row) => row.margin),
    amountColumn('rate', (row) => row.rate),
    whole('rate_seq', (row) => row.rateSeq),
    fixed(amountColumn('placed_rate', (row) => row.placedRate)),
    fixed(whole('placed_rate_seq', (row) => row.placedRateSeq)),
    amountColumn('open_rate', (row) => row.openRate),
    whole('open_rate_seq', (row) => row.openRateSeq),
    amountColumn('financing', (row) => row.financing),
    whole('financed_ms', (row) => row.financedMs),
    json('nights', (row) => row.nights),
    amountColumn('take_profit', (row) => row.takeProfit),
    amountColumn('stop_price', (row) => row.stopPrice),
    word('stop_kind', (row) => row.stopKind),
    amountColumn('trail_distance', (row) => row.trailing),
    whole('warned', (row) => row.warned),
    json('armed', (row) => row.armed),
    amountColumn('realised_pnl', (row) => row.realisedPnl),
    json('closes', (row) => row.closes),
    amountColumn('charge', (row) => row.charge),
    json('gains', (row) => row.gains.map((one) => ({ ...one, amount: formatAmount(one.amount) }))),
    fixed(whole('created_ms', (row) => row.createdMs)),
    fixed(whole('created_seq', (row) => row.createdSeq)),
    fixed(whole('fill_age_ms', (row) => row.fillAgeMs)),
    fixed(amountColumn('worst_price', (row) => row.worstPrice)),
    whole('asked_ms', (row) => row.asked?.askedMs ?? null),
    whole('asked_seq', (row) => row.asked?.askedSeq ?? null),
    amountColumn('closing_quantity', (row) => row.asked?.quantity ?? null),
    whole('updated_ms', (row) => row.updatedMs),
    whole('closed_ms', (row) => row.closedMs),
    whole('ended_seq', (row) => row.endedSeq),
    fixed(whole('placed_day', (row) => row.placedDay)),
    whole('opened_day', (row) => row.openedDay),
    fixed(amountColumn('staked', (row) => row.staked)),
    json('added', (row) => row.added.map(({ day, amount }) => ({ day, amount: formatAmount(amount) }))),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status in ('pending', 'open', 'closing')`,
  isOpen: (row) => row.status === 'pending' || row.status === 'open' || row.status === 'closing',
  read: readPosition,
};

/** Reads a row of `position`, each value as the text that PostgreSQL sent. */
export function readPosition(raw: Readonly<Record<string, string | null>>): PositionRow {
  const { text, orNull } = valuesOf(raw);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    product: text('product') as PositionRow['product'],
    symbol: text('symbol'),
    side: text('side') as PositionSide,
    type: text('type') as PositionRow['type'],
    status: text('status') as PositionRow['status'],
    reason: orNull('reason', (value) => value as CloseReason | RefusalCode),
    quantity: fromNumeric(text('quantity')),
    openQuantity: fromNumeric(text('open_quantity')),
    leverage: Number(text('leverage')),
    collateral: text('collateral') as PositionRow['collateral'],
    price: orNull('price', fromNumeric),
    entryPrice: orNull('entry_price', fromNumeric),
    entrySeq: orNull('entry_seq', BigInt),
    entryMs: orNull('entry_ms', Number),
    openFee: fromNumeric(text('open_fee')),
    feeRate: fromNumeric(text('fee_rate')),
    financingRate: fromNumeric(text('financing_rate')),
    initialMargin: fromNumeric(text('initial_margin')),
    margin: fromNumeric(text('margin')),
    rate: fromNumeric(text('rate')),
    rateSeq: orNull('rate_seq', BigInt),
    placedRate: fromNumeric(text('placed_rate')),
    placedRateSeq: orNull('placed_rate_seq', BigInt),
    openRate: orNull('open_rate', fromNumeric),
    openRateSeq: orNull('open_rate_seq', BigInt),
    financing: fromNumeric(text('financing')),
    financedMs: Number(text('financed_ms')),
    nights: JSON.parse(text('nights')) as NightRecord[],
    takeProfit: orNull('take_profit', fromNumeric),
    stopPrice: orNull('stop_price', fromNumeric),
    stopKind: orNull('stop_kind', (value) => value as 'loss' | 'lock'),
    trailing: orNull('trail_distance', fromNumeric),
    warned: Number(text('warned')) as PositionRow['warned'],
    armed: JSON.parse(text('armed')) as Armed,
    realisedPnl: fromNumeric(text('realised_pnl')),
    closes: JSON.parse(text('closes')) as CloseRecord[],
    charge: fromNumeric(text('charge')),
    gains: readGains(text('gains')),
    createdMs: Number(text('created_ms')),
    createdSeq: BigInt(text('created_seq')),
    fillAgeMs: Number(text('fill_age_ms')),
    worstPrice: orNull('worst_price', fromNumeric),
    asked: orNull('asked_ms', (timeMs) => ({
      askedMs: Number(timeMs),
      askedSeq: BigInt(text('asked_seq')),
      quantity: fromNumeric(text('closing_quantity')),
    })),
    updatedMs: Number(text('updated_ms')),
    closedMs: orNull('closed_ms', Number),
    endedSeq: orNull('ended_seq', BigInt),
    // A row from before days were kept counts by the market's.
    placedDay: orNull('placed_day', Number) ?? dayOf(Number(text('created_ms'))),
    openedDay: orNull('opened_day', Number),
    staked: orNull('staked', fromNumeric) ?? fromNumeric(text('initial_margin')),
    added: (JSON.parse(text('added')) as { day: number; amount: string }[]).map(({ day, amount }) => ({
      day,
      amount: fromNumeric(amount),
    })),
  };
}
