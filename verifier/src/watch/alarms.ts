/** The alarms of the watch: each names one fraud or failure of a platform, with the evidence that shows it to others. */

export type AlarmKind =
  // The log.
  | 'log_unreadable'
  | 'log_unsigned'
  | 'log_unwitnessed'
  | 'log_shrunk'
  | 'log_forked'
  | 'log_withheld'
  | 'log_silent'
  // The log's statements about the platform.
  | 'entry_unknown'
  | 'head_conflicts'
  | 'audit_conflicts'
  | 'halts_conflict'
  | 'terms_conflict'
  | 'terms_backdated'
  | 'records_conflict'
  | 'terms_replaced'
  | 'sources_changed'
  | 'key_replaced'
  | 'clock_set_back'
  // Statements of others about the log's time.
  | 'stamps_conflict'
  | 'stamp_policy_changed'
  | 'stamp_differs'
  | 'stamp_forked'
  | 'stamp_late'
  | 'stamp_missing'
  // Contradicting statements of the platform.
  | 'platform_unreadable'
  | 'halt_unlogged'
  | 'halts_differ'
  | 'void_unlogged'
  | 'voids_differ'
  | 'freeze_unlogged'
  | 'freezes_differ'
  | 'tape_differs'
  | 'tape_cut'
  | 'tape_unlogged'
  | 'price_outside_sources'
  | 'price_not_median'
  | 'source_missing'
  | 'terms_differ'
  | 'terms_unlogged'
  | 'fills_differ'
  | 'app_differs'
  | 'app_unlogged'
  | 'app_returned'
  // The platform's liabilities.
  | 'liabilities_differ'
  | 'liabilities_missing'
  | 'liabilities_negative'
  // Observations of a watch's shopper.
  | 'trade_differs'
  | 'void_unfounded'
  | 'order_vanished'
  | 'cancelled_by_other'
  | 'record_differs'
  | 'record_unexplained'
  | 'balance_differs'
  | 'own_entry_differs'
  | 'own_entry_missing'
  | 'device_key_withheld'
  | 'liability_missing'
  | 'liability_differs'
  | 'views_differ'
  // The outcomes of orders that the platform promised to execute.
  | 'receipt_invalid'
  | 'receipt_unlogged'
  | 'order_dropped'
  | 'acceptance_backdated'
  | 'order_delayed'
  | 'cancel_unsigned';

export type Alarm = {
  readonly kind: AlarmKind;
  /** One sentence. */
  readonly detail: string;
  /** Texts that show the fraud or failure: signed notes, entries of the log, answers of the platform. */
  readonly evidence: readonly string[];
};

export function alarm(kind: AlarmKind, detail: string, ...evidence: readonly string[]): Alarm {
  return { kind, detail, evidence };
}
