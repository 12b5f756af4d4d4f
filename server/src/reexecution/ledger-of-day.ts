/**
 * Checks the ledger of the day, book by book. Every journal must be the next one that a record leads to, and every balance that a
 * record was given must be the result of the journals before it.
 */
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import type { Account } from '@candor/domain/ledger/account.ts';
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { ReplayedFound } from '../commands/replay.ts';
import type { BatchNeeds } from '../commands/needs.ts';
import type { NumberedJournal } from '../ledger/post.ts';
import type { BalanceLine, JournalLine } from '../ledger/day-of-ledger.ts';
import type { Differences } from './differences.ts';

/** Journals without a record: the capital of a demo's house is posted before any command. */
const UNRECORDED: ReadonlySet<string> = new Set(['house_opening', 'house_allocation']);

type Book = { readonly journals: string[]; next: number };

export class LedgerOfDay {
  readonly #differences: Differences;
  readonly #books = new Map<string, Book>();
  readonly #balances = new Map<string, Amount>();
  /** The number of journals that records led to, and of those that posted the house's capital. */
  matched = 0;
  unrecorded = 0;

  constructor(differences: Differences) {
    this.#differences = differences;
  }

  open([book, account, currency, amount]: BalanceLine): void {
    this.#balances.set(`${book} ${account} ${currency}`, fromNumeric(amount));
  }

  /** Adds a journal. Journals of a book come in order. They are stored as text, which takes a fifth of the memory. */
  add(line: JournalLine): void {
    const book = line[0];
    const known = this.#books.get(book);
    if (known === undefined) this.#books.set(book, { journals: [JSON.stringify(line)], next: 0 });
    else known.journals.push(JSON.stringify(line));
  }

  /** Compares the balances that a batch was given. Must be called before its journals are taken. */
  compareGiven(found: ReplayedFound, needs: BatchNeeds, where: string): void {
    for (const [book, seq] of found.locked) this.#upTo(String(book), BigInt(seq ?? 0), where);
    const given = new Set<string>();
    for (const [book, account, currency, amount] of found.balances) {
      const key = `${book} ${account} ${currency}`;
      given.add(key);
      const is = this.#balances.get(key) ?? 0n;
      if (fromNumeric(amount ?? '0') !== is)
        this.#differences.add(
          'balance',
          `${where}: ${account} ${currency} of book ${book} was given as ${amount}; its journals leave ${toNumeric(is)}`,
        );
    }
    for (const [book, account, currency] of needs.balances) {
      const key = `${book} ${account} ${currency}`;
      const is = this.#balances.get(key) ?? 0n;
      if (is !== 0n && !given.has(key) && found.locked.some(([locked]) => locked === String(book)))
        this.#differences.add(
          'balance',
          `${where}: ${account} ${currency} of book ${book} was given as none; its journals leave ${toNumeric(is)}`,
        );
    }
  }

  /** Reports journals up to this number that no record has led to. */
  #upTo(book: string, seq: bigint, where: string): void {
    const known = this.#books.get(book);
    if (known === undefined) return;
    for (;;) {
      const text = known.journals[known.next];
      if (text === undefined) return;
      if (BigInt(seqOf(text)) > seq) return;
      known.next += 1;
      this.#unmade(JSON.parse(text) as JournalLine, where);
    }
  }

  #unmade(line: JournalLine, where: string): void {
    const [book, seq, kind, ref] = line;
    this.#apply(line);
    if (book === '0' && UNRECORDED.has(kind)) this.unrecorded += 1;
    else
      this.#differences.add(
        'journal_without_record',
        `${kind} ${book}/${seq} (${ref}) is in the ledger and no record makes it (${where})`,
      );
  }

  #apply([book, , , , , accounts, currencies, amounts]: JournalLine): void {
    accounts.forEach((account, at) => {
      const of = isHouseAccount(account as Account) ? 'house' : book;
      const key = `${of} ${account} ${currencies[at]}`;
      this.#balances.set(key, (this.#balances.get(key) ?? 0n) + fromNumeric(amounts[at] as string));
    });
  }

  /** Compares a journal that the rules lead to with the next one of its book. */
  take({ book: bookId, seq, timeMs, journal }: NumberedJournal, where: string): void {
    const book = String(bookId);
    const made: JournalLine = [
      book,
      String(seq),
      journal.kind,
      journal.ref,
      timeMs,
      journal.postings.map((posting) => posting.account),
      journal.postings.map((posting) => posting.currency),
      journal.postings.map((posting) => toNumeric(posting.amount)),
    ];
    this.#upTo(book, seq - 1n, where);
    const known = this.#books.get(book);
    const text = known?.journals[known.next];
    const expected = JSON.stringify(made);
    if (known === undefined || text === undefined || seqOf(text) !== made[1]) {
      this.#differences.add('journal', `${where}: the rules make ${expected}, which is not in the ledger`);
      return;
    }
    known.next += 1;
    if (text === expected) {
      this.matched += 1;
      this.#apply(made);
      return;
    }
    this.#apply(JSON.parse(text) as JournalLine);
    this.#differences.add('journal', `${where}: the rules make ${expected}, the ledger has ${text}`);
  }

  /** Reports the remaining journals, which have no record. */
  end(): void {
    for (const { journals, next } of this.#books.values()) {
      for (const text of journals.slice(next))
        this.#unmade(JSON.parse(text) as JournalLine, 'after all records');
    }
  }

  /** Compares the closing balances. Balances of zero are omitted. */
  close(closings: readonly BalanceLine[]): void {
    const said = new Map(
      closings.map(([book, account, currency, amount]) => [`${book} ${account} ${currency}`, amount]),
    );
    for (const [key, amount] of this.#balances) {
      const closing = fromNumeric(said.get(key) ?? '0');
      if (closing !== amount)
        this.#differences.add(
          'balance',
          `${key} closes at ${toNumeric(closing)}; opening and journals make ${toNumeric(amount)}`,
        );
      said.delete(key);
    }
    for (const [key, amount] of said)
      this.#differences.add('balance', `${key} closes at ${amount}; opening and journals make 0`);
  }
}

/** Parses the number in the text of a line, `["book","number",…`. */
function seqOf(text: string): string {
  const start = text.indexOf(',') + 2;
  return text.slice(start, text.indexOf('"', start));
}
