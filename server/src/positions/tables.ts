/** The row of a leveraged position, as the executor reads and writes it. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import type { Gain } from '@candor/domain/trading/hedge.ts';
import { amount, bigint, group, json, key, text, whole } from '../commands/fields.ts';
import type { Codec } from '../commands/fields.ts';
import { table } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';

/** What of a position can be waited for. Each is a trigger of its own, with its own version. */
export const TRIGGER_PARTS = [
  'limit',
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
 * What a part was armed with last: its version, the entry that an entry must come after to fire it, and, of what its customer asks
 * for, from when on that entry has to be made. Of what was armed before the last was asked, it is absent.
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

/** An amount within JSON, as the shortest decimal text. */
type Told<Item> = Omit<Item, 'amount'> & { readonly amount: string };

const gainsKept: Codec<readonly Gain[], readonly Told<Gain>[]> = {
  keep: (gains) => gains.map((gain) => ({ ...gain, amount: formatAmount(gain.amount) })),
  read: (gains) => gains.map((gain) => ({ ...gain, amount: fromNumeric(gain.amount) })),
};

/** What a change that waits makes of the levels, all of them, and the margin that counts with it. */
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
    type: text<'market' | 'limit'>().fixed(),
    status: text<'pending' | 'open' | 'closing' | 'closed' | 'cancelled'>(),
    /** Of a resting order that could not open any more, what kept it from that. */
    reason: text<CloseReason | RefusalCode>().orNull(),
    quantity: amount().fixed(),
    openQuantity: amount(),
    leverage: whole().fixed(),
    collateral: text<'contract' | 'promo'>().fixed(),
    price: amount().orNull().fixed(),
    entryPrice: amount().orNull(),
    entrySeq: bigint().orNull(),
    entryMs: whole().orNull(),
    openFee: amount(),
    /** As they were when the order was accepted: of the notional on opening and closing, and on its side each night. */
    feeRate: amount().fixed(),
    financingRate: amount().fixed(),
    initialMargin: amount(),
    margin: amount(),
    rate: amount(),
    rateSeq: bigint().orNull(),
    /** The rate as it was when the order was accepted, and when it opened; each with its published entry. */
    placedRate: amount().fixed(),
    placedRateSeq: bigint().orNull().fixed(),
    openRate: amount().orNull(),
    openRateSeq: bigint().orNull(),
    financing: amount(),
    financedMs: whole(),
    /** Every midnight that was charged, oldest first. */
    nights: json<readonly NightRecord[]>(),
    takeProfit: amount().orNull(),
    stopPrice: amount().orNull(),
    stopKind: text<'loss' | 'lock'>().orNull(),
    trailing: amount().orNull().as('trail_distance'),
    warned: whole<0 | 75 | 60>(),
    armed: json<Armed>(),
    realisedPnl: amount(),
    closes: json<readonly CloseRecord[]>(),
    /** What opposite positions lost beyond their margins while this one gained as much: settled when it closes. */
    charge: amount(),
    /** What opposite positions gained while this one was open, which bears a shortfall of it at the same entry or before. */
    gains: json(gainsKept),
    /** When the order was accepted by the market clock, which entry was the newest then, and how old that might be to fill it. */
    createdMs: whole().fixed(),
    createdSeq: bigint().fixed(),
    fillAgeMs: whole().fixed(),
    /** The customer's own bound on the price of an order at market. */
    worstPrice: amount().orNull().fixed(),
    /** The closing that waits: when it was asked for, which entry was the newest then, and of how much. */
    asked: group({ askedMs: whole(), askedSeq: bigint(), quantity: amount().as('closing_quantity') })
      .bare()
      .orNull(),
    /** While it is closing, when that was asked for: its market's reopening follows from it. */
    updatedMs: whole(),
    closedMs: whole().orNull(),
    /** Of an order that never opened: the newest entry when it was taken back, or the one at which it was refused. */
    endedSeq: bigint().orNull(),
    /** Of a resting order that its customer asked to take back: when, which entry was the newest then, and how old that might be to do it at once. */
    cancel: group({ cancelMs: whole(), cancelSeq: bigint(), cancelAgeMs: whole() }).bare().orNull(),
    /**
     * What its customer asked last to change of its levels or its margin: when, which entry was the newest then, how old that might be to do
     * it at once; and what it is, until it counts.
     */
    change: group({
      ...{ changeMs: whole(), changeSeq: bigint(), changeAgeMs: whole() },
      waits: json(waitsKept).orNull().as('change_waits'),
    })
      .bare()
      .orNull(),
    /** For own limits: days of UTC by the wall clock, and the margin at acceptance. */
    placedDay: whole()
      .fixed()
      // A row from before days were kept counts by the market's.
      .orFrom('created_ms', (createdMs) => dayOf(Number(createdMs))),
    openedDay: whole().orNull(),
    staked: amount().fixed().orFrom('initial_margin', fromNumeric),
    /** Margin added later, a row a day. */
    added: json(addedKept),
  },
  { open: { status: ['pending', 'open', 'closing'] } },
);

export type PositionRow = RowOf<typeof positions>;
/** A cancelling that was asked for. */
export type AskedCancel = NonNullable<PositionRow['cancel']>;
/** A change that was asked for. */
export type AskedChange = NonNullable<PositionRow['change']>;
/** A closing that waits for its price. */
export type AskedClosing = NonNullable<PositionRow['asked']>;
