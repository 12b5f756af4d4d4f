/** The content of a log's entries, collected: heads of tapes, records of operators, terms, builds of the app. */
import type { ClockStep } from '../house-time.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import { LoggedHalts } from './check-halts.ts';
import { pagesOf } from './check-tape.ts';
import { readEntry } from './entries.ts';
import type { LoggedEntry } from './entries.ts';
import { LoggedApps } from './logged-apps.ts';
import { LoggedSources } from './logged-sources.ts';
import { LoggedStamps } from './logged-stamps.ts';
import { LoggedSteps } from './logged-steps.ts';
import { LoggedRecords } from './logged-records.ts';
import type { KeyChange } from '../keys/follow-keys.ts';

export type Head = Extract<LoggedEntry, { kind: 'head' }>;
export type LoggedTerms = Extract<LoggedEntry, { kind: 'terms' }>;
export type LoggedLiabilities = Extract<LoggedEntry, { kind: 'liabilities' }>;
type Seal = Extract<LoggedEntry, { kind: 'ledger' }>;

/** The ledger's roots are logged like a tape's heads, with this in place of a symbol. */
export const LEDGER = 'ledger';
/** Terms take effect at least this long after their publication. */
const TERMS_NOTICE_MS = 60_000;
const ROOTS_MAX = 10_000;

/** A tape has a head every ten seconds, and a statement is in the log at most two minutes after its snapshot. */
const HEADS_MEANWHILE = 12;

export class Logged {
  /** Pauses of tapes, void tickets and freezes. */
  readonly halts = new LoggedHalts();
  readonly #heads = new Map<string, Head[]>();
  /** The hash of each record of the operators' log, as logged or as named by a root of the ledger, whichever came first. */
  readonly #audit = new Map<number, string>();
  #auditLast = 0;
  readonly #roots = new Map<number, string>();
  #sealed = { number: 0, auditSeq: 0 };
  readonly #terms = new Map<string, LoggedTerms>();
  readonly #usual = new Map<string, string>();
  readonly #steps = new LoggedSteps();
  /** Whether the log has any entry with a date. Only entries about keys and builds of the app have no date. */
  #isDated = false;
  readonly #apps = new LoggedApps();
  /** The rules of the feed's sources. */
  readonly sources = new LoggedSources();
  readonly #liabilities: LoggedLiabilities[] = [];
  /** By statement and symbol: the entry of the tape that was the newest some heads before the statement was logged. */
  readonly #statedAfter = new Map<number, ReadonlyMap<string, number>>();
  /** The entries of the lists of fills, by the root of the ledger. */
  readonly #fills = new Map<number, string>();
  #fillsLast = 0;
  readonly #records = new LoggedRecords();
  /** Time stamps of the log itself. */
  readonly stamps = new LoggedStamps();
  #size = 0;
  readonly #keys: KeyChange[] = [];

  /** Adds an entry and returns its contradictions with earlier ones. */
  add(text: string): readonly Alarm[] {
    const entry = readEntry(text);
    this.#size += 1;
    const isFirst = !this.#isDated;
    this.#isDated ||= entry?.kind !== 'key' && (entry?.kind !== 'app' || entry.rollback !== undefined);
    switch (entry?.kind) {
      case 'head':
        return this.#addHead(entry, text);
      case 'audit':
        return this.#addAudit(entry, text);
      case 'ledger':
        return this.#addSeal(entry, text);
      case 'terms':
        return this.#addTerms(entry, text);
      case 'clock':
        return this.#steps.add(entry, text, isFirst);
      case 'app':
        return this.#apps.add(entry, text);
      case 'sources':
        return this.sources.add(entry, text);
      case 'liabilities':
        return this.#addLiabilities(entry, text);
      case 'fills':
        return this.#addFills(entry.root, text);
      case 'records':
        return this.#records.add(entry, text);
      case 'refused':
        return this.#records.addRefused(entry, text);
      case 'key':
        this.#keys.push(entry.change);
        return [];
      case 'stamp_policy':
        return this.stamps.addPolicy(entry, text);
      case 'stamp':
        return this.stamps.add(entry, text, this.#size - 1);
      case 'usual_terms':
        return this.#addUsual(entry, text);
      case 'pause':
      case 'resume':
      case 'void':
      case 'freeze':
        return this.halts.add(entry, text);
      case 'long':
      case 'private':
        return [];
      case 'receipts':
        return this.#records.addBatch(entry, text);
      case undefined:
    }
    return [alarm('entry_unknown', 'The log has an entry of an unknown form.', text)];
  }

  /** The steps of a demo's time, in the order of the log. */
  get steps(): readonly ClockStep[] {
    return this.#steps.steps;
  }

  /** The symbols of the tapes. */
  get symbols(): readonly string[] {
    return [...this.#heads.keys()].filter((symbol) => symbol !== LEDGER);
  }

  /** The logged heads of a tape, by ascending number. */
  headsOf(symbol: string): readonly Head[] {
    return this.#heads.get(symbol) ?? [];
  }

  /**
   * Drops the heads of a tape up to an entry that was compared, except those that end a page and the two newest: a page is read
   * again from end to end.
   */
  settle(symbol: string, upTo: number): void {
    const heads = this.headsOf(symbol);
    const newest = heads.slice(-2);
    const settled = heads.slice(0, -2).filter(({ seq }) => seq <= upTo);
    const others = heads.slice(settled.length, -2);
    const ends = pagesOf(settled).flatMap((page) => page.heads.slice(-1));
    this.#heads.set(symbol, [...ends, ...others, ...newest]);
  }

  termsOf(subject: string, version: number): LoggedTerms | undefined {
    return this.#terms.get(`${subject} ${version}`);
  }

  /** The newest terms of the configuration for a subject, as JSON: version 0. */
  usualOf(subject: string): string | undefined {
    return this.#usual.get(subject);
  }

  /** Every logged version of published terms. */
  get terms(): readonly LoggedTerms[] {
    return [...this.#terms.values()];
  }

  /** The stated keys of all purposes, in the order of the log. */
  get keys(): readonly KeyChange[] {
    return this.#keys;
  }

  /** The SHA-256 of the newest manifest of the app's files. */
  get app(): string | undefined {
    return this.#apps.manifests.at(-1);
  }

  /** The SHA-256 of every manifest of the app's files, oldest first. */
  get apps(): readonly string[] {
    return this.#apps.manifests;
  }

  /** Every logged statement of liabilities, by ascending number. */
  get liabilities(): readonly LoggedLiabilities[] {
    return this.#liabilities;
  }

  /**
   * An entry of a tape that certainly existed when a statement was made, so that the statement's price must be of that entry or
   * of a later one.
   */
  statedAfter(statement: number, symbol: string): number {
    return this.#statedAfter.get(statement)?.get(symbol) ?? 0;
  }

  #addLiabilities(entry: LoggedLiabilities, text: string): readonly Alarm[] {
    const last = this.#liabilities.at(-1);
    this.#liabilities.push(entry);
    const after = this.symbols.map(
      (symbol) => [symbol, this.headsOf(symbol).at(-1 - HEADS_MEANWHILE)?.seq ?? 0] as const,
    );
    this.#statedAfter.set(entry.number, new Map(after));
    if (entry.number === (last?.number ?? 0) + 1 && entry.asOfMs > (last?.asOfMs ?? 0)) return [];
    const detail = `Statement ${entry.number} of liabilities does not follow statement ${last?.number ?? 0}.`;
    return [alarm('liabilities_differ', detail, text)];
  }

  /** The entries of the lists of fills, by the root of the ledger. */
  get fills(): ReadonlyMap<number, string> {
    return this.#fills;
  }

  /** The newest root of the ledger whose list is in the log; 0 if there is none. */
  get fillsLast(): number {
    return this.#fillsLast;
  }

  /** Every root of the ledger has one list. */
  #addFills(root: number, text: string): readonly Alarm[] {
    const last = this.#fillsLast;
    this.#fills.set(root, text);
    this.#fillsLast = root;
    if (root === last + 1) return [];
    return [alarm('fills_differ', `The list of fills of root ${root} follows that of root ${last}.`, text)];
  }

  #addHead(head: Head, text: string): readonly Alarm[] {
    const heads = this.#heads.get(head.symbol) ?? [];
    this.#heads.set(head.symbol, heads);
    const last = heads.at(-1);
    if (last !== undefined && head.seq <= last.seq) {
      return [
        alarm(
          'head_conflicts',
          `${head.symbol}: the log has entry ${head.seq} after entry ${last.seq}.`,
          text,
        ),
      ];
    }
    heads.push(head);
    this.sources.mark(head);
    // Only the newest of them are compared with the published data.
    if (head.symbol === LEDGER) heads.splice(0, heads.length - 2);
    return head.symbol === LEDGER ? this.#compareRoot(head.seq, head.hash, text) : [];
  }

  /** The signed root of the ledger and the one that names the operators' record must be the same. */
  #compareRoot(number: number, root: string, text: string): readonly Alarm[] {
    const other = this.#roots.get(number);
    this.#roots.set(number, root);
    // Both kinds of entries come in order, so no older root can follow.
    const [oldest] = this.#roots.keys();
    if (this.#roots.size > ROOTS_MAX && oldest !== undefined) this.#roots.delete(oldest);
    if (other === undefined || other === root) return [];
    return [alarm('head_conflicts', `The log has two roots ${number} of the ledger.`, text)];
  }

  #addAudit({ seq, hash }: Extract<LoggedEntry, { kind: 'audit' }>, text: string): readonly Alarm[] {
    const last = this.#auditLast;
    this.#auditLast = Math.max(last, seq);
    const found = this.#compareRecord(seq, hash, text);
    if (seq === last + 1) return found;
    return [
      ...found,
      alarm('audit_conflicts', `Record ${seq} of the operators’ log follows record ${last}.`, text),
    ];
  }

  #compareRecord(seq: number, hash: string, text: string): readonly Alarm[] {
    const other = this.#audit.get(seq);
    if (other === undefined) this.#audit.set(seq, hash);
    if (other === undefined || other === hash) return [];
    return [alarm('audit_conflicts', `Record ${seq} of the operators’ log differs from before.`, text)];
  }

  /**
   * The record that a root of the ledger names must be the logged one, and no older than the one that the last root named.
   */
  #addSeal({ number, auditSeq, auditHash, root }: Seal, text: string): readonly Alarm[] {
    const before = this.#sealed;
    this.#sealed = { number, auditSeq };
    const found: Alarm[] = [...this.#compareRoot(number, root, text)];
    if (number !== before.number + 1) {
      found.push(
        alarm('head_conflicts', `Root ${number} of the ledger follows root ${before.number}.`, text),
      );
    }
    if (auditSeq < before.auditSeq) {
      const detail = `Root ${number} of the ledger names record ${auditSeq} of the operators’ log, and the root before named ${before.auditSeq}.`;
      found.push(alarm('audit_conflicts', detail, text));
    }
    if (auditSeq > 0) found.push(...this.#compareRecord(auditSeq, auditHash, text));
    return found;
  }

  /** A restart with another configuration changes terms without the notice that a published version has. */
  #addUsual(
    { subject, body }: Extract<LoggedEntry, { kind: 'usual_terms' }>,
    text: string,
  ): readonly Alarm[] {
    const before = this.#usual.get(subject);
    this.#usual.set(subject, body);
    if (before === undefined) return [];
    return [
      alarm('terms_replaced', `The configured terms of ${subject} changed without notice.`, before, text),
    ];
  }

  #addTerms(terms: LoggedTerms, text: string): readonly Alarm[] {
    const { subject, version, effectiveMs, publishedMs } = terms;
    const place = `${subject} ${version}`;
    if (this.#terms.has(place)) {
      return [
        alarm('terms_conflict', `The log has version ${version} of the terms of ${subject} twice.`, text),
      ];
    }
    this.#terms.set(place, terms);
    if (version > 1 && !this.#terms.has(`${subject} ${version - 1}`)) {
      return [
        alarm(
          'terms_conflict',
          `Version ${version} of the terms of ${subject} follows no version ${version - 1}.`,
          text,
        ),
      ];
    }
    if (effectiveMs >= publishedMs + TERMS_NOTICE_MS) return [];
    return [
      alarm(
        'terms_backdated',
        `Version ${version} of the terms of ${subject} took effect before its notice.`,
        text,
      ),
    ];
  }
}
