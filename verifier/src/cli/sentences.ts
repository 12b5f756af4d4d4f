/** Findings in English, for the terminal. */
import type { Finding, FindingCode } from '../findings.ts';

/** One line for a finding: what is wrong, and where. */
export function sentenceOf({ code, seq, params }: Finding): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'seq' ? String(seq ?? '?') : (params[name] ?? '?'),
  );
}

const SENTENCES: Readonly<Record<FindingCode, string>> = {
  entry_unreadable: 'Entry {seq}: its {field} is not in the canonical form.',
  seq_not_next: 'Entry {seq}: is not there; {found} stands in its place.',
  time_went_back: 'Entry {seq}: its time {found} lies before that of the entry before it, {before}.',
  hash_differs: 'Entry {seq}: its hash is {found}, but what it says hashes to {computed}.',
  gap_differs: 'Entry {seq}: a gap entry repeats the entry before it, and its {field} does not.',
  checkpoint_unreadable: 'Checkpoint {seq}: its {field} is not in the canonical form.',
  checkpoint_key_differs: 'Checkpoint {seq}: is signed with the key {found}, and not with {pinned}.',
  checkpoint_signature_wrong: 'Checkpoint {seq}: its signature does not hold.',
  checkpoint_hash_differs: 'Checkpoint {seq}: signs the hash {signed}, but the tape has {found} there.',
  checkpoint_time_differs: 'Checkpoint {seq}: signs the time {signed}, but the entry is of {found}.',
  entries_missing: 'The entries from {from} to {to} are not all there.',
  checkpoint_before_missing: 'No checkpoint stands at or before entry {seq}.',
  not_signed_in_time: 'Entry {seq}: after {seconds} seconds nothing at or behind it is signed.',
  kept_key_differs: 'The platform signs with the key {found}; what was kept is signed with {kept}.',
  kept_hash_differs:
    'Entry {seq}: its hash is {found} now; it was {kept} when it was kept. The tape was rewritten.',
  kept_entry_missing: 'Entry {seq}: was kept, and the tape now ends at {head}.',
  accepted_before_seen:
    'Entry {seq}: the ticket was accepted behind it; entry {seen} was there already when it was ordered.',
  record_unreadable: 'The {field} of the ticket or fill is not in the canonical form.',
  terms_differ: 'The {field} says {found}; by its own terms it is {derived}.',
  price_differs: 'Entry {seq}: the {field} says {found}; the tape says {derived}.',
  seq_differs: 'The {field} says {found}; by the rules it is {derived}.',
  outcome_differs: 'Entry {seq}: the {field} says {found}; by the rules it is {derived}.',
  amount_differs: 'Entry {seq}: the {field} says {found}; by the rules it is {derived}.',
  fill_on_gap: 'Entry {seq}: says that there was no price, and a fill names it.',
  worse_than_limit: 'Entry {seq}: the price says {found}; that is worse than the limit, {limit}.',
  filled_after_cancel: 'Entry {seq}: made at {found}, after the cancellation was requested ({derived}).',
  closed_after_change:
    'Entry {seq}: made at {found}, after the change of what closed it was requested ({derived}).',
  filled_late_after_cancel:
    'Entry {seq}: recorded at {found}, more than a minute after the cancellation was requested ({derived}).',
  level_not_reached: 'Entry {seq}: does not reach what the fill waited for ({level}).',
  level_reached_before:
    'Entry {seq}: reached what the fill waited for ({level}) already; the fill names entry {found}.',
  rate_missing: 'Entry {seq}: the fill names no published entry of {symbol} for its conversion rate.',
  rate_not_current: 'Entry {seq} of {symbol}: was not the newest rate at the time that it was used for.',
  beside_missing: 'Entry {seq} of {symbol}, which the fill rests on, is not there.',
  rate_not_closed:
    'Entry {seq} of {symbol}: whether another rate had been published by then cannot be told yet.',
  not_yet_signed: 'Entry {seq}: is not signed yet. Ask again in {seconds} seconds.',
  ticket_open: 'The ticket is still open.',
  ended_by_start_over: 'The ticket ended because the demo was started over; no price decided it.',
};
