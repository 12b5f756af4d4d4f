/** The texts of findings in every language. */
import { readFileSync } from 'node:fs';
import { languages, localeOf } from '@candor/protocol/languages.ts';
import type { FindingCode } from '@candor/verifier/findings.ts';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';

/** The figures of each finding, as listed in docs/verification.md. */
const params: Readonly<Record<FindingCode, Readonly<Record<string, string>>>> = {
  entry_unreadable: { field: 'bid' },
  seq_not_next: { found: '99' },
  time_went_back: { before: '2', found: '1' },
  hash_differs: { computed: 'aa', found: 'bb' },
  gap_differs: { field: 'last' },
  checkpoint_unreadable: { field: 'seq' },
  checkpoint_key_differs: { pinned: 'aa', found: 'bb' },
  checkpoint_signature_wrong: {},
  checkpoint_hash_differs: { signed: 'aa', found: 'bb' },
  checkpoint_time_differs: { signed: '1', found: '2' },
  entries_missing: { from: '5', to: '9' },
  checkpoint_before_missing: {},
  not_signed_in_time: { seconds: '30' },
  kept_key_differs: { kept: 'aa', found: 'bb' },
  kept_hash_differs: { kept: 'aa', found: 'bb' },
  kept_entry_missing: { head: '12' },
  accepted_before_seen: { seen: '9', found: '7' },
  log_unreadable: {},
  log_unsigned: {},
  log_unwitnessed: {},
  log_shrunk: { kept: '9', found: '7' },
  log_forked: {},
  receipt_invalid: {},
  receipt_withheld: { time: '1800000000000' },
  receipt_backdated: { time: '1800000000000' },
  receipt_delayed: { time: '1800000000000' },
  receipt_differs: { field: 'accepted_seq', derived: '41', found: '40' },
  device_key_missing: {},
  device_key_withheld: {},
  receipt_unlogged: { time: '1800000000000' },
  liability_unlogged: {},
  liability_missing: { currency: 'USDT' },
  liability_differs: { currency: 'USDT', due: '20', found: '21' },
  record_unreadable: { field: 'side' },
  terms_differ: { field: 'profit', derived: '20', found: '21' },
  price_differs: { field: 'strike', derived: '1', found: '2' },
  seq_differs: { field: 'settle_seq', derived: '161', found: '162' },
  outcome_differs: { field: 'status', derived: 'won', found: 'lost' },
  amount_differs: { field: 'pnl', derived: '20', found: '-25' },
  fill_on_gap: {},
  worse_than_limit: { limit: '5', found: '6' },
  filled_after_cancel: { found: '77', derived: '76' },
  closed_after_change: { found: '77', derived: '76' },
  filled_late_after_cancel: { found: '77', derived: '76' },
  filled_after_expiry: { found: '77', derived: '76' },
  level_not_reached: { level: '77' },
  price_outside_sources: {},
  price_not_median: {},
  source_missing: {},
  rate_missing: { symbol: 'JPY/USDT' },
  rate_not_current: { symbol: 'JPY/USDT' },
  beside_missing: { symbol: 'JPY/USDT' },
  rate_not_closed: { symbol: 'JPY/USDT' },
  level_reached_before: { level: '77', found: '99' },
  not_yet_signed: { seconds: '10' },
  ticket_open: { expires_at: '1' },
  ended_by_start_over: {},
};
/** Figures that a text may leave out: a hash is meaningless to a reader, and its position is stated. */
const unsaid = new Set(['computed', 'pinned', 'signed', 'before', 'kept', 'expires_at', 'field', 'seconds']);
const sayFound: ReadonlySet<string> = new Set([
  'seq_not_next',
  'terms_differ',
  'price_differs',
  'amount_differs',
  'worse_than_limit',
  'level_reached_before',
]);

describe.each(languages)('text in language %s', (language) => {
  const path = new URL(`../i18n/messages/${language}.json`, import.meta.url);
  const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  const translator = createTranslator({ locale: localeOf[language], messages, namespace: 'proof' });
  const say = translator as unknown as (key: string, figures: Readonly<Record<string, string>>) => string;

  test.each(Object.entries(params))('contains the figures of the finding %s', (code, given) => {
    const text = say(`finding.${code}`, { ...given, seq: '4711' });
    expect(text).not.toMatch(/[{}]|finding\./);
    for (const [name, value] of Object.entries(given)) {
      if (unsaid.has(name) || (name === 'found' && !sayFound.has(code))) continue;
      expect(text).toContain(value);
    }
  });
});
