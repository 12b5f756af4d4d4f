/**
 * The findings of a check as values: a stable code, the number of the entry concerned, and parameters. The caller formats them
 * as text.
 */

export type FindingCode =
  // The chain.
  | 'entry_unreadable'
  | 'seq_not_next'
  | 'time_went_back'
  | 'hash_differs'
  | 'gap_differs'
  // Checkpoints.
  | 'checkpoint_unreadable'
  | 'checkpoint_key_differs'
  | 'checkpoint_signature_wrong'
  | 'checkpoint_hash_differs'
  | 'checkpoint_time_differs'
  // Missing evidence.
  | 'entries_missing'
  | 'checkpoint_before_missing'
  | 'not_signed_in_time'
  // Differences from data kept earlier.
  | 'kept_key_differs'
  | 'kept_hash_differs'
  | 'kept_entry_missing'
  | 'accepted_before_seen'
  // Checks the transparency log against the data that a device kept of it.
  | 'log_unreadable'
  | 'log_unsigned'
  | 'log_unwitnessed'
  | 'log_shrunk'
  | 'log_forked'
  // A receipt of an order.
  | 'receipt_invalid'
  | 'receipt_unlogged'
  | 'receipt_withheld'
  | 'receipt_backdated'
  | 'receipt_delayed'
  | 'receipt_differs'
  // The key with which a device signs orders.
  | 'device_key_missing'
  | 'device_key_withheld'
  // A statement of liabilities, compared with the log and the customer's own account.
  | 'liability_unlogged'
  | 'liability_missing'
  | 'liability_differs'
  // Differences between a ticket or fill and the entries.
  | 'record_unreadable'
  | 'terms_differ'
  | 'price_differs'
  | 'seq_differs'
  | 'outcome_differs'
  | 'amount_differs'
  | 'fill_on_gap'
  | 'worse_than_limit'
  | 'filled_after_cancel'
  | 'closed_after_change'
  | 'filled_late_after_cancel'
  | 'filled_after_expiry'
  | 'level_not_reached'
  | 'level_reached_before'
  // Differences between an entry and the sources that it names.
  | 'price_outside_sources'
  | 'price_not_median'
  | 'source_missing'
  // Conversion rates and overnight financing.
  | 'rate_missing'
  | 'rate_not_current'
  | 'beside_missing'
  // Reasons why there is no verdict.
  | 'not_yet_signed'
  | 'rate_not_closed'
  | 'ticket_open'
  | 'ended_by_start_over';

/**
 * One finding. `seq` is the entry or checkpoint concerned, null if there is none. docs/verification.md lists the params of each
 * code.
 */
export type Finding = {
  readonly code: FindingCode;
  readonly seq: number | null;
  readonly params: Readonly<Record<string, string>>;
};

export function finding(
  code: FindingCode,
  seq: number | null = null,
  params: Readonly<Record<string, string>> = {},
): Finding {
  return { code, seq, params };
}
