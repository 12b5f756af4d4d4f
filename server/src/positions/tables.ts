/** The row of a leveraged position, as the command executor reads and writes it. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import type { Gain } from '@candor/domain/trading/hedge.ts';
import { amount, bigint, flag, group, json, key, text, typed, whole } from '../commands/fields.ts';
import type { Codec } from '../commands/fields.ts';
import { log, table } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';

/** The parts of a position that can wait. Each has a trigger and a version. */
export const TRIGGER_PARTS = [
  'limit',
  'expiry',
  'cancel',
  'change',
  'closing',
  'financing',
  'rate',
  'target',
  'stop',
  'trail',
  'margin',
] as const;
export type TriggerPart = (typeof TRIGGER_PARTS)[number];

/**
 * The last arming of a part: its version, the entry after which it can fire and, for parts that the customer requested, the
 * earliest time (ms) of an entry that can fire it. Armings made before times were recorded have no time.
 */
export type ArmedPart = readonly [version: number, armedSeq: string, sinceMs?: number];
export type Armed = { readonly [part in TriggerPart]?: ArmedPart };

export type CloseReason =
  | 'customer'
  | 'close_all'
  | 'take_profit'
  | 'stop_loss'
  | 'profit_lock'
  | 'trailing'
  | 'close_out'
  | 'reduce'
  | 'start_over';

/**
 * A stop order opens when the price comes to its level from the opposite side to a limit order's: for a long, when the ask
 * rises to it.
 */
export type OrderType = 'market' | 'limit' | 'stop';

export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK';

/** A closing as stored in the row. Amounts are decimal text. */
export type CloseRecord = {
  readonly quantity: string;
  readonly price: string;
  readonly tape_seq: string;
  readonly rate: string;
  /** The published entry of the rate; null if one unit of the quote currency is always one USDT. */
  readonly rate_seq: string | null;
  readonly pnl: string;
  readonly fee: string;
  readonly financing: string;
  readonly shortfall: string;
  /** The amount that the house accounts couldn't pay at the time. Absent from closings made before it was recorded. */
  readonly owed?: string;
  /**
   * The part of the shortfall that was taken back from gains of the other side. Absent from closings made before this rule
   * existed.
   */
  readonly offset?: string;
  /** The closings that the shortfall was taken back from, if any. */
  readonly offsets?: readonly { readonly position: string; readonly seq: string; readonly amount: string }[];
  /** The part of the shortfall charged to open positions of the other side, by position. */
  readonly charged?: readonly { readonly position: string; readonly amount: string }[];
  /** The amount that was charged to this position and that this closing settled. */
  readonly charge?: string;
  readonly reason: CloseReason;
  readonly journal_seq: string;
  readonly time_ms: number;
  /**
   * For a requested closing, the market-clock time (ms) of the request, and the newest entry at that time. Absent from closings
   * by levels and liquidations.
   */
  readonly asked_ms?: number;
  readonly asked_seq?: string;
  /** For a closing by an order that reduces the position: that order. */
  readonly order?: string;
  /** The UTC day by the wall clock. Absent from closings made before days were recorded. */
  readonly day?: number;
};

/**
 * Midnights that were charged together, as stored in the row: the entry that triggered the charge, its time, the number of
 * midnights, and the inputs of each. Amounts are decimal text; `amount` is the total.
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

/** The item with its amount as stored in JSON, as the shortest decimal text. */
type Told<Item> = Omit<Item, 'amount'> & { readonly amount: string };

const gainsKept: Codec<readonly Gain[], readonly Told<Gain>[]> = {
  keep: (gains) => gains.map((gain) => ({ ...gain, amount: formatAmount(gain.amount) })),
  read: (gains) => gains.map((gain) => ({ ...gain, amount: fromNumeric(gain.amount) })),
};

/** All TP/SL levels after a pending change, and the margin that is in effect from then on. */
type Waits = {
  readonly takeProfit: Amount | null;
  readonly stopPrice: Amount | null;
  readonly stopKind: 'loss' | 'lock' | null;
  readonly trailing: Amount | null;
  readonly margin: Amount;
};
type WaitsTold = Readonly<Record<'take_profit' | 'stop_price' | 'trail_distance', string | null>> & {
  readonly stop_kind: Waits['stopKind'];
  readonly margin: string;
};
const told = (level: Amount | null): string | null => (level === null ? null : formatAmount(level));
const read = (level: string | null): Amount | null => (level === null ? null : fromNumeric(level));
const waitsKept: Codec<Waits, WaitsTold> = {
  keep: ({ takeProfit, stopPrice, stopKind, trailing, margin }) => ({
    ...{ take_profit: told(takeProfit), stop_price: told(stopPrice), stop_kind: stopKind },
    ...{ trail_distance: told(trailing), margin: formatAmount(margin) },
  }),
  read: (kept) => ({
    ...{ takeProfit: read(kept.take_profit), stopPrice: read(kept.stop_price), stopKind: kept.stop_kind },
    ...{ trailing: read(kept.trail_distance), margin: fromNumeric(kept.margin) },
  }),
};

type Added = { readonly day: number; readonly amount: Amount };
const addedKept: Codec<readonly Added[], readonly Told<Added>[]> = {
  keep: (added) => added.map(({ day, amount: margin }) => ({ day, amount: formatAmount(margin) })),
  read: (added) => added.map(({ day, amount: margin }) => ({ day, amount: fromNumeric(margin) })),
};

export const positions = table(
  'position',
  {
    ...key,
    product: text<'contract' | 'forex'>().fixed(),
    symbol: text().fixed(),
    side: text<PositionSide>().fixed(),
    type: text<OrderType>().fixed(),
    status: text<'pending' | 'open' | 'closing' | 'closed' | 'cancelled'>(),
    /** For a resting order that could no longer open, the violation that prevented it. */
    reason: text<CloseReason | 'expired' | 'reduced' | RefusalCode>().orNull(),
    quantity: amount(),
    openQuantity: amount(),
    leverage: whole().fixed(),
    collateral: text<'contract' | 'promo'>().fixed(),
    /** The limit of a limit order, or the level of a stop order. */
    price: amount().orNull(),
    entryPrice: amount().orNull(),
    entrySeq: bigint().orNull(),
    entryMs: whole().orNull(),
    openFee: amount(),
    /**
     * The fee rate on the notional at opening and closing, and the nightly rate for the order's side, both as of the order's
     * acceptance.
     */
    feeRate: amount().fixed(),
    financingRate: amount().fixed(),
    initialMargin: amount(),
    margin: amount(),
    rate: amount(),
    rateSeq: bigint().orNull(),
    /** The conversion rates at the order's acceptance and at its opening, each with its published entry. */
    placedRate: amount().fixed(),
    placedRateSeq: bigint().orNull().fixed(),
    openRate: amount().orNull(),
    openRateSeq: bigint().orNull(),
    financing: amount(),
    financedMs: whole(),
    nights: json<readonly NightRecord[]>(),
    takeProfit: amount().orNull(),
    stopPrice: amount().orNull(),
    stopKind: text<'loss' | 'lock'>().orNull(),
    trailing: amount().orNull().as('trail_distance'),
    warned: whole<0 | 75 | 60>(),
    armed: json<Armed>(),
    realisedPnl: amount(),
    closes: json<readonly CloseRecord[]>(),
    /**
     * The amount that opposite positions lost beyond their margins while this position gained at least as much. It is settled
     * when this position closes.
     */
    charge: amount(),
    /**
     * Gains of opposite positions that closed while this position was open. They bear this position's shortfall if the
     * shortfall arises at the same or an earlier entry.
     */
    gains: json(gainsKept),
    /**
     * The market-clock time at which the order was accepted, the newest entry at that time, and how old that entry may be to
     * fill the order.
     */
    createdMs: whole().fixed(),
    createdSeq: bigint().fixed(),
    fillAgeMs: whole().fixed(),
    /** The customer's worst price for a market order. */
    worstPrice: amount().orNull().fixed(),
    /** The pending closing: when it was requested, the newest entry at that time, and the quantity. */
    asked: group({ askedMs: whole(), askedSeq: bigint(), quantity: amount().as('closing_quantity') })
      .bare()
      .orNull(),
    /** While the position is closing, this is when the closing was requested; the reopening of the market is computed from it. */
    updatedMs: whole(),
    closedMs: whole().orNull(),
    /** For an order that never opened: the newest entry when it was cancelled, or the entry at which it was refused. */
    endedSeq: bigint().orNull(),
    /**
     * A customer's request to cancel a resting order: its time, the newest entry at that time, and how old that entry may be
     * for an immediate cancellation.
     */
    cancel: group({ cancelMs: whole(), cancelSeq: bigint(), cancelAgeMs: whole() }).bare().orNull(),
    /**
     * The customer's last request to change levels or margin: its time, the newest entry at that time, how old that entry may
     * be for an immediate change, and the change itself while it is pending.
     */
    change: group({
      ...{ changeMs: whole(), changeSeq: bigint(), changeAgeMs: whole() },
      waits: json(waitsKept).orNull().as('change_waits'),
    })
      .bare()
      .orNull(),
    /** For self-imposed limits: UTC days by the wall clock, and the margin at acceptance. */
    placedDay: whole()
      // A row written before days were recorded is counted on the market clock's day.
      .orFrom('created_ms', (createdMs) => dayOf(Number(createdMs))),
    openedDay: whole().orNull(),
    staked: amount().orFrom('initial_margin', fromNumeric),
    /** Margin added later, one entry per day. */
    added: json(addedKept),
    /** The time in force as requested. An `IOC` or `FOK` limit is a market order with a worst price. */
    timeInForce: text<TimeInForce>(),
    /** The market-clock time from which no entry can open the order. */
    expiresMs: whole().orNull(),
    /** Whether the order was accepted only because it would not open immediately. */
    postOnly: flag().fixed(),
    /**
     * The customer's own name for the order, which no other resting order of the customer has. Records contain only a pseudonym,
     * because the customer typed it.
     */
    clientOrderId: typed().orNull().fixed().personal(),
    /** When the customer last amended the order, by the market clock. Earlier entries can no longer open it. */
    amendedMs: whole().orNull(),
    /** The position that the order reduces when its level is reached. Such an order opens nothing. */
    reduces: bigint().orNull().fixed(),
  },
  { open: { status: ['pending', 'open', 'closing'] } },
);

/** The customer's amendments of a resting order, with the terms before and after each. */
export const positionAmendments = log('position_amendment', {
  book: bigint(),
  positionId: bigint(),
  /** The version of the order's level after the amendment. */
  version: whole(),
  symbol: text(),
  wasPrice: amount(),
  wasQuantity: amount(),
  wasExpiresMs: whole().orNull(),
  wasArmedSeq: bigint(),
  wasSinceMs: whole(),
  price: amount(),
  quantity: amount(),
  expiresMs: whole().orNull(),
  tapeSeq: bigint(),
  fillAgeMs: whole(),
  timeMs: whole(),
});

export type PositionRow = RowOf<typeof positions>;
export type PositionAmendmentRow = RowOf<typeof positionAmendments>;
export type AskedCancel = NonNullable<PositionRow['cancel']>;
export type AskedChange = NonNullable<PositionRow['change']>;
export type AskedClosing = NonNullable<PositionRow['asked']>;
