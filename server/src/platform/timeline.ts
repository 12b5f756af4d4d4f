/**
 * A feature's part of a customer's timeline in the operators' console: a description of its journals, and events that moved no
 * money. Both are SQL, so that a page of a long history takes one statement for each kind of item.
 */

/** Describes the journals of one kind of item. A feature without such a part has its journals listed with their postings only. */
export type TimelineItems = {
  /** The beginning of the journals' refs, for example "spot_order". */
  readonly of: string;
  /**
   * A select for the journals of book `$1`. `$2` has the numbers of the items, `$3` the numbers of their journals and `$4` the
   * kinds, at equal places: `unnest($2::bigint[], $3::bigint[], $4::text[])`. The columns are `seq`, the number of the journal, and `told`, JSON with any fields of `ItemTold`.
   * Each item has to be found by its key.
   */
  readonly told: string;
};

/** Prices and quantities are decimal text. */
export type ItemTold = {
  readonly product: 'spot' | 'contract' | 'forex' | 'option' | null;
  readonly symbol: string | null;
  readonly side: string | null;
  readonly quantity: string | null;
  readonly price: string | null;
  /** The state of the item now. */
  readonly status: string | null;
  readonly reason: string | null;
  /** The operator who decided. */
  readonly by: string | null;
  readonly network: string | null;
  /** The term of a loan or a fund order. */
  readonly days: number | null;
  /** Free text, such as an address or the reference of a payment. */
  readonly text: string | null;
  /** The entries of the tape whose prices the journal used. */
  readonly evidence: readonly EntryTold[];
};

export type EntryTold = { readonly symbol: string; readonly seq: string; readonly price: string };

/** Events that moved no money. */
export type TimelineEvents = {
  /** Breaks ties between sources at the same time. It is part of cursors and must not change. */
  readonly rank: number;
  /**
   * A select for customer `$1` of events before the place `$2` (time in milliseconds) and `$3` (id), the newest first, with at
   * most `$4` rows. Columns: `time_ms`, `id`, `what` (the kind of event by which a timeline is filtered), `kind`, and `told`,
   * JSON with any fields of `EventTold`. An index has to lead to the rows in this order. `$5` says whether network addresses may
   * be shown.
   */
  readonly events: string;
};

export type EventTold = Omit<ItemTold, 'evidence'> & {
  readonly amount: string | null;
  readonly currency: string | null;
  readonly score_before: number | null;
  readonly score_after: number | null;
};
