/** Describes findings in English for the terminal. */
import type { Finding, FindingCode } from '../findings.ts';

/** Returns one line for a finding that states what is wrong, and where. */
export function sentenceOf({ code, seq, params }: Finding): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'seq' ? String(seq ?? '?') : (params[name] ?? '?'),
  );
}

const SENTENCES: Readonly<Record<FindingCode, string>> = {
  entry_unreadable: 'Entry {seq}: its {field} is not in canonical form.',
  seq_not_next: 'Entry {seq}: it is missing; entry {found} is in its place.',
  time_went_back: 'Entry {seq}: its time {found} is earlier than the time of the previous entry, {before}.',
  hash_differs: 'Entry {seq}: its hash is {found}, but its content hashes to {computed}.',
  gap_differs: 'Entry {seq}: a gap entry must repeat the previous entry, but its {field} differs.',
  checkpoint_unreadable: 'Checkpoint {seq}: its {field} is not in canonical form.',
  checkpoint_key_differs: 'Checkpoint {seq}: it is signed with the key {found}, not with {pinned}.',
  checkpoint_signature_wrong: 'Checkpoint {seq}: its signature is invalid.',
  checkpoint_hash_differs: 'Checkpoint {seq}: signs the hash {signed}, but the tape has {found} there.',
  checkpoint_time_differs: 'Checkpoint {seq}: signs the time {signed}, but the time of the entry is {found}.',
  entries_missing: 'Some of the entries from {from} to {to} are missing.',
  checkpoint_before_missing: 'There is no checkpoint at or before entry {seq}.',
  not_signed_in_time: 'Entry {seq}: after {seconds} seconds, neither it nor any later entry is signed.',
  kept_key_differs: 'The platform signs with the key {found}; the kept checkpoints are signed with {kept}.',
  kept_hash_differs:
    'Entry {seq}: its hash is {found} now; it was {kept} when it was kept. The tape was rewritten.',
  kept_entry_missing: 'Entry {seq}: it was kept earlier, but the tape now ends at entry {head}.',
  accepted_before_seen:
    'Entry {seq}: the ticket was accepted after it; entry {seen} was there already when it was ordered.',
  log_unreadable: 'The checkpoint or the policy of the log is malformed.',
  log_unsigned: 'The checkpoint of the log is not signed with its kept key.',
  log_unwitnessed: 'Too few of the kept witnesses cosigned the checkpoint of the log.',
  log_shrunk: 'The log has {found} entries; it had {kept} when it was kept.',
  log_forked: 'The log does not continue the one that was kept.',
  receipt_invalid: 'The receipt is not a promise about its order.',
  receipt_withheld: 'The order of {time} was accepted without a receipt.',
  receipt_backdated: 'The order of {time} counts as accepted before the device sent it.',
  receipt_delayed: 'The order of {time} was accepted more than a minute after the device sent it.',
  receipt_differs: 'The receipt says {derived}, and the trade {found} ({field}).',
  device_key_missing: 'The log lacks the key with which the device signs.',
  device_key_withheld: 'Not all keys of the log that sign in the customer’s name are shown to the customer.',
  receipt_unlogged: 'The receipt of {time} was not in the log ten seconds later.',
  liability_unlogged: 'The statement of liabilities is not the one in the log.',
  liability_missing: 'The statement of liabilities lacks what this customer is owed in {currency}.',
  liability_differs:
    'The statement of liabilities says {found} {currency} for this customer, who is owed {due}.',
  record_unreadable: 'The {field} of the ticket or fill is not in canonical form.',
  terms_differ: 'The {field} says {found}; by its own terms it is {derived}.',
  price_differs: 'Entry {seq}: the {field} says {found}; the tape says {derived}.',
  seq_differs: 'The {field} says {found}; by the rules it is {derived}.',
  outcome_differs: 'Entry {seq}: the {field} says {found}; by the rules it is {derived}.',
  amount_differs: 'Entry {seq}: the {field} says {found}; by the rules it is {derived}.',
  fill_on_gap: 'Entry {seq}: it says that there was no price, but a fill names it.',
  worse_than_limit: 'Entry {seq}: the price {found} is worse than the limit, {limit}.',
  filled_after_cancel:
    'Entry {seq}: it was made at {found}, after the cancellation was requested ({derived}).',
  closed_after_change:
    'Entry {seq}: it was made at {found}, after a change of the level that closed the position was requested ({derived}).',
  filled_late_after_cancel:
    'Entry {seq}: it was recorded at {found}, more than a minute after the cancellation was requested ({derived}).',
  filled_after_expiry:
    'Entry {seq}: it was recorded at {found}, when the order had already expired ({derived}).',
  level_not_reached: 'Entry {seq}: it does not reach the level that the fill waited for ({level}).',
  level_reached_before:
    'Entry {seq}: it already reached the level that the fill waited for ({level}); the fill names entry {found}.',
  price_outside_sources: 'Entry {seq}: its price is beyond the prices of all its sources.',
  price_not_median: 'Entry {seq}: its price is not the one that its sources make.',
  source_missing: 'Entry {seq}: its price has fewer sources than it needs.',
  rate_missing: 'Entry {seq}: the fill names no published entry of {symbol} for its conversion rate.',
  rate_not_current: 'Entry {seq} of {symbol}: it was not the newest rate at the time for which it was used.',
  beside_missing: 'Entry {seq} of {symbol}: the fill depends on it, but it is missing.',
  rate_not_closed:
    'Entry {seq} of {symbol}: it is not known yet whether a newer rate had been published by then.',
  not_yet_signed: 'Entry {seq}: it is not signed yet. Try again in {seconds} seconds.',
  ticket_open: 'The ticket is still open.',
  ended_by_start_over: 'The ticket ended because the demo was started over; no price decided it.',
};
