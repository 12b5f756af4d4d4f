/** The errors in a list of fills, one sentence each, with the line that shows it. */

export type FillFaultKind =
  /** A line has no known form, or repeats an earlier one. */
  | 'line_unreadable'
  | 'line_repeated'
  /** The list is not the one that the log commits to. */
  | 'list_differs'
  /** The fill's price, or another price that the line states, is not that of the named entry. */
  | 'fill_differs'
  /** The order should have filled at an earlier entry. */
  | 'fill_late'
  /** The entry named as the newest at the acceptance was not the newest then. */
  | 'acceptance_differs'
  /** Strike, exit or outcome of a ticket do not follow from the tape. */
  | 'ticket_differs'
  /** The tape has no gap that makes the ticket void. */
  | 'void_unfounded'
  /** An order ended because of a price that the tape does not show. */
  | 'refusal_unfounded'
  /** The refused orders would have been profitable for their customers far more often than not. */
  | 'refusals_one_sided'
  /** The published sums of voids are not those of the lists. */
  | 'voids_differ'
  /** The published statistics are not those of the lists. */
  | 'statistics_differ';

export type FillFault = {
  readonly kind: FillFaultKind;
  readonly detail: string;
  readonly line: string;
};

export function fault(kind: FillFaultKind, detail: string, line: string): FillFault {
  return { kind, detail, line };
}
