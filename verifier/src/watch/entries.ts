/** The entries of the transparency log, read from their texts (docs/verification.md#the-transparency-log). */
import type { ClockStep } from '../house-time.ts';
import { readHaltEntry } from './halt-entries.ts';
import type { HaltEntry } from './halt-entries.ts';
import { isHash } from '../crypto.ts';
import type { AppEntry } from './logged-apps.ts';
import { readRefusedEntry } from '../fill-quality/refused.ts';
import type { RefusedEntry } from '../fill-quality/refused.ts';
import { readBatch } from '../receipt/texts.ts';
import type { BatchText } from '../receipt/texts.ts';
import type { KeyChange, KeyPurpose } from '../keys/follow-keys.ts';

export type LoggedEntry =
  | HaltEntry
  | {
      readonly kind: 'head';
      readonly symbol: string;
      readonly seq: number;
      readonly hash: string;
      readonly seconds: number;
    }
  | { readonly kind: 'audit'; readonly seq: number; readonly hash: string }
  | {
      readonly kind: 'ledger';
      readonly number: number;
      readonly auditSeq: number;
      readonly auditHash: string;
      readonly root: string;
    }
  | {
      readonly kind: 'terms';
      readonly subject: string;
      readonly version: number;
      readonly effectiveMs: number;
      readonly publishedMs: number;
      /** JSON. */
      readonly body: string;
    }
  | { readonly kind: 'usual_terms'; readonly subject: string; readonly body: string }
  /** From a real time on, the platform's time is this much ahead. Only in a demo whose clock was set forward. */
  | ({ readonly kind: 'clock'; readonly number: number } & ClockStep)
  | AppEntry
  /** The rule of a feed's sources: `none`, or its figures and names. */
  | { readonly kind: 'sources'; readonly number: number; readonly timeMs: number; readonly rule: string }
  /** A batch of orders that the platform accepted and gave receipts for. */
  | ({ readonly kind: 'receipts' } & BatchText)
  | {
      readonly kind: 'liabilities';
      readonly number: number;
      readonly asOfMs: number;
      readonly leaves: number;
      readonly root: string;
      /** Such as "BTC=150000000,USDT=2", in units of 10⁻⁸. */
      readonly sums: string;
    }
  /** The list of fills of one root of the ledger, by its whole text. */
  | { readonly kind: 'fills'; readonly root: number; readonly text: string }
  /** A minute's records of commands. */
  | {
      readonly kind: 'records';
      readonly minuteMs: number;
      readonly first: number;
      readonly last: number;
      readonly count: number;
    }
  | RefusedEntry
  | { readonly kind: 'key'; readonly change: KeyChange }
  /** The platform's promise about time stamps from then on, by the hash of its text. */
  | {
      readonly kind: 'stamp_policy';
      readonly number: number;
      readonly sinceMs: number;
      readonly hash: string;
    }
  /** A time stamp of the log's checkpoint of a size, by the hash of the authority's answer. */
  | {
      readonly kind: 'stamp';
      readonly number: number;
      readonly policy: number;
      readonly size: number;
      readonly timeMs: number;
      readonly hash: string;
    }
  /** An entry of another kind that is too long for the log, by its hash. */
  | { readonly kind: 'long'; readonly of: string; readonly hash: string }
  | { readonly kind: 'private'; readonly of: string; readonly commitment: string };

const PART = '([^|]+)';
const WHOLE = '(0|[1-9]\\d{0,15})';
const HASH = '([0-9a-f]{64})';
const SIGNATURE = '([0-9a-f]{128})';
const forms = {
  head: new RegExp(`^candor-checkpoint-v1\\|${PART}\\|${WHOLE}\\|${HASH}\\|${WHOLE}$`),
  audit: new RegExp(`^candor-audit-v1\\|${WHOLE}\\|${HASH}$`),
  ledger: new RegExp(`^candor-ledger-v1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}\\|${HASH}$`),
  terms: new RegExp(`^candor-terms-v1\\|${PART}\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|(.+)$`, 's'),
  usual_terms: new RegExp(`^candor-usual-terms-v1\\|${PART}\\|(.+)$`, 's'),
  sources: new RegExp(`^candor-sources-v1\\|${WHOLE}\\|${WHOLE}\\|(.+)$`),
  clock: new RegExp(`^candor-clock-v1\\|${WHOLE}\\|${WHOLE}\\|(-?${WHOLE})$`),
  app: new RegExp(`^candor-app-v1\\|${HASH}$`),
  rollback: new RegExp(`^candor-app-rollback-v1\\|${HASH}\\|${WHOLE}\\|(.{10,500})$`),
  liabilities: new RegExp(
    `^candor-liabilities-v1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}\\|([A-Z0-9=,-]*)$`,
  ),
  fills: new RegExp(`^candor-fills-v1\\|${WHOLE}\\|${WHOLE}\\|${HASH}$`),
  records: new RegExp(`^candor-records-v1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}$`),
  key: new RegExp(
    `^candor-key-v1\\|(tape|log|vault)\\|${WHOLE}\\|${HASH}\\|${HASH}\\|${WHOLE}\\|${SIGNATURE}\\|${SIGNATURE}$`,
  ),
  stamp_policy: new RegExp(`^candor-stamp-policy-v1\\|${WHOLE}\\|${WHOLE}\\|${HASH}$`),
  stamp: new RegExp(`^candor-stamp-v1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}$`),
  long: new RegExp(`^candor-long-v1\\|${PART}\\|${HASH}$`),
  private: new RegExp(`^candor-private-v1\\|${PART}\\|${HASH}$`),
};

/** Reads an entry; undefined if it has no known form. */
export function readEntry(text: string): LoggedEntry | undefined {
  const batch = readBatch(text);
  if (batch !== undefined) return { kind: 'receipts', ...batch };
  const [kind, found] = formOf(text) ?? [];
  const [, one = '', two = '', three = '', four = '', five = '', six = '', seven = ''] = found ?? [];
  switch (kind) {
    case 'head':
      return isHash(three)
        ? { kind, symbol: one, seq: Number(two), hash: three, seconds: Number(four) }
        : undefined;
    case 'audit':
      return { kind, seq: Number(one), hash: two };
    case 'ledger':
      return { kind, number: Number(one), auditSeq: Number(three), auditHash: four, root: five };
    case 'terms':
      return {
        ...{ kind, subject: one, version: Number(two) },
        ...{ effectiveMs: Number(three), publishedMs: Number(four), body: five },
      };
    case 'usual_terms':
      return { kind, subject: one, body: two };
    case 'clock':
      return { kind, number: Number(one), wallMs: Number(two), aheadMs: Number(three) };
    case 'app':
      return { kind, manifest: one };
    case 'rollback':
      return { kind: 'app', manifest: one, rollback: { atMs: Number(two), reason: three } };
    case 'sources':
      return { kind, number: Number(one), timeMs: Number(two), rule: three };
    case 'liabilities':
      return {
        ...{ kind, number: Number(one), asOfMs: Number(two), leaves: Number(three) },
        ...{ root: four, sums: five },
      };
    case 'fills':
      return { kind, root: Number(one), text };
    case 'records':
      return { kind, minuteMs: Number(one), first: Number(two), last: Number(three), count: Number(four) };
    case 'key':
      return {
        kind,
        change: {
          ...{ purpose: one as KeyPurpose, number: Number(two), before: three, publicKey: four },
          ...{ sinceMs: Number(five), signedBefore: six, signed: seven },
        },
      };
    case 'stamp_policy':
      return { kind, number: Number(one), sinceMs: Number(two), hash: three };
    case 'stamp':
      return {
        ...{ kind, number: Number(one), policy: Number(two), size: Number(three) },
        ...{ timeMs: Number(four), hash: five },
      };
    case 'long':
      return { kind, of: one, hash: two };
    case 'private':
      return { kind, of: one, commitment: two };
    case undefined:
  }
  return readRefusedEntry(text) ?? readHaltEntry(text);
}

function formOf(text: string): [keyof typeof forms, RegExpExecArray] | undefined {
  for (const kind of Object.keys(forms) as (keyof typeof forms)[]) {
    const found = forms[kind].exec(text);
    if (found !== null) return [kind, found];
  }
  return undefined;
}
