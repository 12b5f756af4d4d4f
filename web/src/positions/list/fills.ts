/** The fills of a position: its opening and each closing, with the side of the quote that each was priced at. Pure. */
import type { Position } from '../../live/position-list.ts';
import type { FillSubject } from '../../proof/subject.ts';

export type Fill = {
  readonly key: string;
  /** As customer service is asked about it: 0 is the opening, 1 the first closing. */
  readonly number: number;
  /** What the customer did to the instrument: opening a long buys at the ask, closing it sells at the bid. */
  readonly side: 'buy' | 'sell';
  /** What the entry means: an opening, a close that was asked for, a level that was reached, or the close-out. */
  readonly means: 'opened' | 'asked' | 'level' | 'closeOut';
  readonly quantity: string;
  readonly price: string;
  readonly tapeSeq: number;
  readonly time: number;
  readonly fee: string;
  /** Of a closing; the rate of the opening may have been published anew since. */
  readonly rate: string | undefined;
  readonly profit: string | undefined;
  readonly financing: string | undefined;
  readonly shortfall: string | undefined;
  /** Why it was closed; null of the opening. */
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
      fee: position.fee,
      rate: undefined,
      profit: undefined,
      financing: undefined,
      shortfall: undefined,
      reason: null,
    },
  ];
}

/** Oldest first. */
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
    fee: close.fee,
    rate: close.rate,
    profit: close.pnl,
    financing: close.financing,
    shortfall: close.shortfall,
    reason: close.reason,
  }));
  return [...openingOf(position), ...closes];
}

/** A coin of a contract is one coin; what a lot has is not part of the record, so its profit is not recomputed. */
const contractSizes: Readonly<Partial<Record<Position['product'], string>>> = { contract: '1' };

/** The fill as the verifier takes it: with everything that the tape lets one recompute. */
export function provable(
  { symbol, side, product, entry_price: entryPrice }: Position,
  fill: Fill,
): FillSubject {
  const { quantity, price, tapeSeq } = fill;
  const named = { symbol, side, quantity, price, tape_seq: tapeSeq };
  if (fill.means === 'opened') return { kind: 'fill', fill: { kind: 'open', ...named } };
  return {
    kind: 'fill',
    fill: {
      kind: 'close',
      ...named,
      entry_price: entryPrice ?? undefined,
      contract_size: contractSizes[product],
      rate: fill.rate,
      pnl: fill.profit,
    },
  };
}
