/**
 * Compares all of a customer's positions and orders on one symbol with every entry in turn. A loss beyond a position's margin is
 * charged to the customer's gains at that entry on the other side. If several positions open or close within moments, the charges
 * depend on the order in which the platform processes them, which the tape does not determine. The oracle is therefore given the
 * platform's closings at an entry, with what each charged. It accepts them only if the tape allows them: the closing was due, and
 * each charged position was open before the entry, on the other side, with an unused gain at that entry.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { OracleMove, OraclePosition } from './oracle.ts';
import type { OracleEntry, OracleReason } from './oracle-order.ts';

export type RecordedClosing = {
  readonly position: OraclePosition | undefined;
  readonly reason: OracleReason;
  /** The gains that were already paid and that the closing took back, and the charges that it made to open positions. */
  readonly offset: Amount;
  readonly charged: readonly { readonly position: OraclePosition | undefined; readonly amount: Amount }[];
};
/** The closings that the platform made at an entry, in the order in which it made them. */
export type RecordedClosings = (seq: number) => readonly RecordedClosing[];
type Move = { readonly position: OraclePosition; readonly move: OracleMove };

export class OracleSides {
  readonly #positions: OraclePosition[] = [];
  /** The part of the shortfalls that the other side bore. */
  borne = 0n;
  readonly #recorded: RecordedClosings;

  constructor(recorded: RecordedClosings) {
    this.#recorded = recorded;
  }

  add(position: OraclePosition): void {
    this.#positions.push(position);
  }

  at(entry: OracleEntry): void {
    for (const position of this.#positions) position.begin(entry);
    const recorded = [...this.#recorded(entry.seq)];
    for (;;) {
      const moves = this.#positions.map((position) =>
        position.moves(entry).map((move): Move => ({ position, move })),
      );
      const found = next(moves, recorded);
      if (found === undefined) return;
      const { position, move } = found.first;
      const before = position.closes.length;
      move.make();
      for (const { shortfall } of position.closes.slice(before)) {
        if (shortfall > 0n && found.recorded !== undefined)
          this.#bear(position, { shortfall, entry, recorded: found.recorded });
      }
    }
  }

  #bear(
    position: OraclePosition,
    {
      shortfall,
      entry,
      recorded,
    }: { readonly shortfall: Amount; readonly entry: OracleEntry; readonly recorded: RecordedClosing },
  ): void {
    let borne = recorded.offset;
    for (const { position: other, amount } of recorded.charged) {
      const isOpenBefore = other?.status === 'open' && (other.entrySeq ?? entry.seq) < entry.seq;
      if (other === undefined || other.side === position.side || !isOpenBefore)
        throw new Error(`expected a charge at entry ${entry.seq} to an open position of the other side`);
      if (amount <= 0n || amount > other.profitAt(entry))
        throw new Error(`expected a charge of at most the gain at entry ${entry.seq}, found ${amount}`);
      other.charge += amount;
      borne += amount;
    }
    if (borne > shortfall)
      throw new Error(`expected the other side to bear at most ${shortfall}, found ${borne}`);
    this.borne += borne;
  }
}

/**
 * Chooses among the possible actions of each position. An action that closes nothing bears nothing, so it comes first. The given
 * closings follow, then any other action.
 */
function next(
  moves: readonly (readonly Move[])[],
  recorded: RecordedClosing[],
): { readonly first: Move; readonly recorded?: RecordedClosing } | undefined {
  const inOrder = moves
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => one.move.rank - other.move.rank);
  const harmless = inOrder.find(({ move }) => move.reason === undefined);
  if (harmless !== undefined) return { first: harmless };
  for (const [at, one] of recorded.entries()) {
    const first = moves
      .flat()
      .find(({ position, move }) => position === one.position && move.reason === one.reason);
    if (first === undefined) continue;
    recorded.splice(at, 1);
    return { first, recorded: one };
  }
  const [first] = inOrder;
  return first === undefined ? undefined : { first };
}
