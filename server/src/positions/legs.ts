/**
 * Tracks a customer's two sides on one instrument while the closings of one command change them. A shortfall on one side is
 * charged to gains on the other side. Positions also remember gains made on the other side, so that a shortfall that is settled
 * after such a gain can still be charged to it.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { profitAt } from '@candor/domain/trading/contract.ts';
import { UNBORNE, shortfallBorne, withGain, withoutUsed } from '@candor/domain/trading/hedge.ts';
import type { Borne, Gain, OpenLeg } from '@candor/domain/trading/hedge.ts';
import type { Facts } from '../commands/command.ts';
import { arm, exposureOf } from './arming.ts';
import type { ArmingBasis } from './arming.ts';
import { positions } from './tables.ts';
import type { CloseRecord, PositionRow } from './tables.ts';

/** How many recent gains a position remembers. A shortfall is settled within moments of the gain that it is charged to. */
const GAINS_MAX = 100;

type ClosingLeg = {
  readonly seq: bigint;
  /** The price at which a position on the other side would close at the same entry. */
  readonly opposite: Amount;
  readonly shortfall: Amount;
  /** The customer's gain from the closing after all costs; zero or negative if there was no gain. */
  readonly gained: Amount;
};

type Changed = ReturnType<typeof arm>;

export class Legs {
  readonly #facts: Pick<Facts, 'openRows' | 'balance'>;
  readonly #changed = new Map<bigint, PositionRow>();
  /** The amount by which this command's closings have changed the customer's available money. */
  #freed = 0n;

  constructor(facts: Pick<Facts, 'openRows' | 'balance'>) {
    this.#facts = facts;
  }

  /** Returns a row as this command's earlier closings left it. */
  current(row: PositionRow): PositionRow {
    return this.#changed.get(row.id) ?? row;
  }

  /** Determines which positions of the other side bear a closing's shortfall. */
  bear(
    row: PositionRow,
    { seq, opposite, shortfall }: ClosingLeg,
    instrument: ArmingBasis['instrument'],
  ): Borne {
    if (shortfall === 0n) return UNBORNE;
    const open = this.#others(row)
      .filter(({ side }) => side !== row.side)
      .map((leg): OpenLeg => {
        const { pnl } = profitAt(instrument, exposureOf(leg), opposite);
        return {
          position: leg.id.toString(),
          from: leg.entrySeq ?? seq,
          profit: pnl - leg.financing - leg.charge,
        };
      });
    const free = this.#facts.balance('contract', 'USDT') + this.#freed;
    return shortfallBorne(shortfall, { seq, gains: row.gains, free, open });
  }

  /** Records the result of a closing in the rows that are still open, and returns the rows that changed. */
  settle(
    closed: PositionRow,
    { seq, shortfall, gained, borne, freed }: ClosingLeg & { readonly borne: Borne; readonly freed: Amount },
    arming: Omit<ArmingBasis, 'before' | 'fired'>,
  ): Changed[] {
    this.#freed += freed;
    this.#changed.set(closed.id, closed);
    const changed = this.#others(closed).flatMap((leg): Changed[] => {
      if (leg.side === closed.side) {
        if (borne.offsets.length === 0) return [];
        return [{ row: { ...leg, gains: withoutUsed(leg.gains, borne.offsets) }, armings: [] }];
      }
      if (gained > 0n) {
        const { id, entrySeq } = closed;
        const from = (entrySeq ?? seq).toString();
        const gain: Gain = { position: id.toString(), from, seq: seq.toString(), amount: gained };
        return [{ row: { ...leg, gains: withGain(leg.gains, gain).slice(-GAINS_MAX) }, armings: [] }];
      }
      const charged = borne.charges.find(({ position }) => position === leg.id.toString());
      if (shortfall === 0n || charged === undefined) return [];
      // A charge lowers the equity, so the position is liquidated sooner.
      const { instrument, seqOf } = arming;
      return [arm({ ...leg, charge: leg.charge + charged.amount }, { instrument, seqOf, before: leg })];
    });
    for (const { row } of changed) this.#changed.set(row.id, row);
    return changed;
  }

  #others({ id, symbol }: PositionRow): PositionRow[] {
    return this.#facts
      .openRows(positions)
      .map((row) => this.current(row))
      .filter((row) => row.symbol === symbol && row.id !== id && row.openQuantity > 0n)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

/** Returns the fields of a closing's record that describe its shortfall. */
export function borneTold({
  offset,
  offsets,
  charges,
}: Borne): Pick<CloseRecord, 'offset' | 'offsets' | 'charged'> {
  return {
    offset: formatAmount(offset),
    ...(offsets.length === 0 ? {} : { offsets: offsets.map(asText) }),
    ...(charges.length === 0 ? {} : { charged: charges.map(asText) }),
  };
}

function asText<Line extends { readonly amount: Amount }>(line: Line) {
  return { ...line, amount: formatAmount(line.amount) };
}
