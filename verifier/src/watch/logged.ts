/** What the entries of a log say, collected: heads of tapes, records of operators, terms, builds of the app. */
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import { readEntry } from './entries.ts';
import type { LoggedEntry } from './entries.ts';

export type Head = Extract<LoggedEntry, { kind: 'head' }>;
export type LoggedTerms = Extract<LoggedEntry, { kind: 'terms' }>;

/** The ledger's roots are logged like a tape's heads, with this in place of a symbol. */
export const LEDGER = 'ledger';

export class Logged {
  readonly #heads = new Map<string, Head[]>();
  readonly #audit = new Map<number, string>();
  readonly #terms = new Map<string, LoggedTerms>();
  #app: string | undefined;
  #sealed = { number: 0, auditSeq: 0 };

  /** Takes an entry, and returns what contradicts earlier ones. */
  add(text: string): readonly Alarm[] {
    const entry = readEntry(text);
    switch (entry?.kind) {
      case 'head':
        return this.#addHead(entry, text);
      case 'audit':
        return this.#addAudit(entry, text);
      case 'ledger':
        return this.#addSeal(entry, text);
      case 'terms':
        this.#terms.set(`${entry.subject} ${entry.version}`, entry);
        return [];
      case 'app':
        this.#app = entry.manifest;
        return [];
      case 'usual_terms':
      case 'private':
        return [];
      case undefined:
    }
    return [alarm('entry_unknown', 'The log has an entry of an unknown form.', text)];
  }

  /** The symbols of the tapes. */
  get symbols(): readonly string[] {
    return [...this.#heads.keys()].filter((symbol) => symbol !== LEDGER);
  }

  /** The logged heads of a tape, by ascending number. */
  headsOf(symbol: string): readonly Head[] {
    return this.#heads.get(symbol) ?? [];
  }

  termsOf(subject: string, version: number): LoggedTerms | undefined {
    return this.#terms.get(`${subject} ${version}`);
  }

  /** Every logged version of published terms. */
  get terms(): readonly LoggedTerms[] {
    return [...this.#terms.values()];
  }

  /** The SHA-256 of the newest manifest of the app's files. */
  get app(): string | undefined {
    return this.#app;
  }

  #addHead(head: Head, text: string): readonly Alarm[] {
    const heads = this.#heads.get(head.symbol) ?? [];
    this.#heads.set(head.symbol, heads);
    const last = heads.at(-1);
    if (last !== undefined && head.seq <= last.seq) {
      const detail = `${head.symbol}: the log has entry ${head.seq} after entry ${last.seq}.`;
      return [alarm('head_conflicts', detail, text)];
    }
    heads.push(head);
    return [];
  }

  /** The record that a root of the ledger names must be the one that was logged, and never an earlier one than before. */
  #addSeal(
    { number, auditSeq, auditHash }: Extract<LoggedEntry, { kind: 'ledger' }>,
    text: string,
  ): readonly Alarm[] {
    const before = this.#sealed;
    this.#sealed = { number, auditSeq };
    const found: Alarm[] = [];
    if (number !== before.number + 1) {
      found.push(
        alarm('head_conflicts', `Root ${number} of the ledger follows root ${before.number}.`, text),
      );
    }
    const logged = this.#audit.get(auditSeq);
    if (auditSeq < before.auditSeq || (auditSeq > 0 && logged !== undefined && logged !== auditHash)) {
      const detail = `Root ${number} of the ledger names record ${auditSeq} of the operators’ log, which is not the one that was logged.`;
      found.push(alarm('audit_conflicts', detail, text));
    }
    return found;
  }

  #addAudit({ seq, hash }: Extract<LoggedEntry, { kind: 'audit' }>, text: string): readonly Alarm[] {
    const last = this.#audit.size;
    this.#audit.set(seq, hash);
    if (seq === last + 1) return [];
    return [alarm('audit_conflicts', `Record ${seq} of the operators’ log follows record ${last}.`, text)];
  }
}
