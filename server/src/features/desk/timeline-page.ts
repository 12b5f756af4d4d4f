/**
 * Merges a customer's journals, in the order of their numbers, with events that have no journal, in the order of time, into one
 * page. Each stream was read up to a limit. A row is shown only if no unread row of the other stream can be newer.
 */

/** `Place` is the position at which the stream continues below a row. */
export type Looked<Row, Place> = {
  readonly start: Place;
  /** The rows that match the filters, newest first. */
  readonly rows: readonly { readonly timeMs: bigint; readonly place: Place; readonly row: Row }[];
  /** The last row that was read, whether it matches or not. Undefined if the stream has no older rows. */
  readonly readTo: { readonly timeMs: bigint; readonly place: Place } | undefined;
};

export type MergedPage<Row, One, Other> = {
  readonly rows: readonly Row[];
  /** Where both streams continue; undefined at the end of both. */
  readonly next: readonly [One, Other] | undefined;
  /** The time down to which the page is complete; undefined at the end. */
  readonly completeToMs: bigint | undefined;
};

/** Older than every row. */
const ENDED = -1n;

export function mergePage<Row, One, Other>(
  one: Looked<Row, One>,
  other: Looked<Row, Other>,
  limit: number,
): MergedPage<Row, One, Other> {
  const rows: Row[] = [];
  let [ones, others] = [0, 0];
  while (rows.length < limit) {
    const [oneMs, otherMs] = [headMs(one, ones), headMs(other, others)];
    const isOne = oneMs >= otherMs;
    const head = isOne ? one.rows[ones] : other.rows[others];
    // Here a stream ended, or was not read further although it may have a newer row than the other.
    if (head === undefined) break;
    rows.push(head.row);
    if (isOne) ones += 1;
    else others += 1;
  }
  const isOver = isSpent(one, ones) && isSpent(other, others);
  const newest = [headMs(one, ones), headMs(other, others)];
  return {
    rows,
    next: isOver ? undefined : [placeAfter(one, ones), placeAfter(other, others)],
    completeToMs: isOver ? undefined : newest.reduce((a, b) => (a > b ? a : b)),
  };
}

/** The time of the next row, or the time below which the next rows are unknown. */
function headMs<Row, Place>({ rows, readTo }: Looked<Row, Place>, at: number): bigint {
  return rows[at]?.timeMs ?? readTo?.timeMs ?? ENDED;
}

function isSpent<Row, Place>({ rows, readTo }: Looked<Row, Place>, at: number): boolean {
  return at === rows.length && readTo === undefined;
}

function placeAfter<Row, Place>({ start, rows, readTo }: Looked<Row, Place>, taken: number): Place {
  if (taken === rows.length && readTo !== undefined) return readTo.place;
  return rows[taken - 1]?.place ?? start;
}
