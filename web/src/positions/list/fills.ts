/** The fills of a position: its opening and each close, with the side of the quote that priced it. Pure. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Position } from '../../live/position-list.ts';
import type { FillSubject } from '../../proof/subject.ts';

export type Fill = {
  readonly key: string;
  /** The number of the fill in requests to support: 0 is the opening, 1 the first close. */
  readonly number: number;
  /** The side of the customer's trade: opening a long buys at the ask, and closing it sells at the bid. */
  readonly side: 'buy' | 'sell';
  /** The role of the entry: an opening, a requested close, a level that was reached, or the liquidation. */
  readonly means: 'opened' | 'asked' | 'level' | 'closeOut';
  readonly quantity: string;
  readonly price: string;
  readonly tapeSeq: number;
  readonly time: number;
  /** The time of the fill in milliseconds of the market clock. */
  readonly timeMs: number;
  readonly fee: string;
  /** The price of one unit of the quote currency in USDT, and the entry in which it was published, which is null at par. */
  readonly rate: string | undefined;
  readonly rateSeq: number | null;
  readonly profit: string | undefined;
  readonly financing: string | undefined;
  readonly shortfall: string | undefined;
  /** The parts of the loss: covered by an opposite position, covered for an opposite position, and charged later. */
  readonly covered?: string;
  readonly covers?: string;
  readonly owed?: string;
  /** The reason for the close; null for the opening. */
  readonly reason: Position['reason'];
};

type Closing = Position['closes'][number];

const meanings: Readonly<Record<Closing['reason'], Fill['means']>> = {
  customer: 'asked',
  close_all: 'asked',
  start_over: 'asked',
  take_profit: 'level',
  stop_loss: 'level',
  profit_lock: 'level',
  trailing: 'level',
  close_out: 'closeOut',
  reduce: 'level',
};

function openingOf(position: Position): readonly Fill[] {
  const { entry_price: price, entry_seq: tapeSeq, entry_time: time } = position;
  if (price === null || tapeSeq === null || time === null) return [];
  return [
    {
      key: 'opening',
      number: 0,
      side: position.side === 'long' ? 'buy' : 'sell',
      means: 'opened',
      quantity: position.quantity,
      price,
      tapeSeq,
      time,
      timeMs: position.entry_time_ms ?? time * 1000,
      fee: position.fee,
      rate: position.entry_rate ?? undefined,
      rateSeq: position.entry_rate_seq,
      profit: undefined,
      financing: undefined,
      shortfall: undefined,
      reason: null,
    },
  ];
}

type Close = Position['closes'][number];

/** Returns how the loss of a close beyond its margin was covered. */
function borneOf({ shortfall, offset = '0', charged = '0', charge = '0', owed = '0' }: Close) {
  const covered = amount(offset) + amount(charged);
  return {
    shortfall: formatAmount(amount(shortfall) - covered),
    covered: formatAmount(covered),
    covers: charge,
    owed,
  };
}

/** Returns the fills of a position, oldest first. */
export function fillsOf(position: Position): readonly Fill[] {
  const closes = position.closes.map((close, at): Fill => ({
    key: `close ${at}`,
    number: at + 1,
    side: position.side === 'long' ? 'sell' : 'buy',
    means: meanings[close.reason],
    quantity: close.quantity,
    price: close.price,
    tapeSeq: close.tape_seq,
    time: close.time,
    timeMs: close.time_ms,
    fee: close.fee,
    rate: close.rate,
    rateSeq: close.rate_seq,
    profit: close.pnl,
    financing: close.financing,
    ...borneOf(close),
    reason: close.reason,
  }));
  return [...openingOf(position), ...closes];
}

/** Returns the overnight charges up to a close, oldest first. */
export function nightsUpTo(position: Position, fill: Fill): Position['nights'] {
  return fill.means === 'opened' ? [] : position.nights.filter(({ seq }) => seq <= fill.tapeSeq);
}

/** Converts a fill to the verifier's form, with all data that can be recomputed from the tape. */
export function provable(position: Position, fill: Fill): FillSubject {
  const { symbol, side, entry_price: entryPrice, fee_rate: feeRate, contract_size: size } = position;
  const { quantity, price, tapeSeq, rate, rateSeq, fee } = fill;
  const named = { symbol, side, quantity, price, tape_seq: tapeSeq };
  const reckoned = { contract_size: size, rate, rate_seq: rateSeq, fee, fee_rate: feeRate };
  if (fill.means === 'opened') {
    const placed = { placed_rate: position.placed_rate, placed_rate_seq: position.placed_rate_seq };
    const limit = position.price === null ? {} : { limit: position.price };
    const leverage = position.leverage.toString();
    const opened = { kind: 'open', ...named, ...reckoned, ...placed, ...limit, leverage } as const;
    return { kind: 'fill', fill: opened, trade: `position ${position.id}` };
  }
  const before = position.closes.slice(0, fill.number - 1);
  return {
    kind: 'fill',
    ...(fill.means === 'asked' && { trade: `close ${position.id}` }),
    fill: {
      kind: 'close',
      ...named,
      ...reckoned,
      entry_price: entryPrice ?? undefined,
      entry_seq: position.entry_seq ?? undefined,
      opened_ms: position.entry_time_ms ?? undefined,
      opened_quantity: position.quantity,
      closed_before: before.map((one) => one.quantity),
      closed_before_seq: before.map((one) => one.tape_seq),
      financing_rate: position.financing_rate,
      nights: nightsUpTo(position, fill),
      pnl: fill.profit,
      financing: fill.financing,
      ...(fill.means === 'asked' ? { accepted_ms: fill.timeMs } : {}),
    },
  };
}
