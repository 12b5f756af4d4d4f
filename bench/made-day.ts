/**
 * Makes an export of a day of spot orders without a database: the server's own functions decide the commands, on facts that this
 * file keeps, and write the records. Customers buy and sell at market, place limit orders that rest, and cancel them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalText, genesisHash } from '../domain/src/market/tape.ts';
import type { TapeEntry } from '../domain/src/market/quote.ts';
import { isHouseAccount } from '../domain/src/ledger/account.ts';
import { amount, fromNumeric, toNumeric } from '../domain/src/money/amount.ts';
import { DAY_MS } from '../domain/src/time.ts';
import { rulebook } from '../server/src/app/gathering.ts';
import { usualTermsOf } from '../server/src/app/open-terms.ts';
import { BatchNotes } from '../server/src/commands/batch-notes.ts';
import type { TextRow } from '../server/src/db/statements.ts';
import type { Command } from '../server/src/commands/command.ts';
import { decideBatch } from '../server/src/commands/deciding.ts';
import { factsOf } from '../server/src/commands/load.ts';
import type { Found } from '../server/src/commands/load.ts';
import { collect } from '../server/src/commands/needs.ts';
import { toPlain } from '../server/src/commands/plain-values.ts';
import type { Waiting } from '../server/src/commands/queue.ts';
import type { RowTable } from '../server/src/commands/table.ts';
import { cancelOrder, placeOrder } from '../server/src/features/spot/commands.ts';
import { spotOrders } from '../server/src/features/spot/tables.ts';
import { gates } from '../server/src/identity/gates.ts';
import { instruments } from '../server/src/quotes/catalogue.ts';
import { sha256Chain } from '../server/src/quotes/chain-hash.ts';
import { DAY_FORMAT, writeLines } from '../server/src/reexecution/day-files.ts';
import type { BalanceLine, JournalLine } from '../server/src/ledger/day-of-ledger.ts';
import type { DayFile, DayManifest, RecordLine } from '../server/src/reexecution/day-files.ts';
import { Terms } from '../server/src/terms/terms.ts';

const SYMBOL = 'BTC/USDT';
const CUSTOMERS = 2000;
const BATCH = 64;
const ENTRY_EVERY_MS = 1000;
const FIRST_BOOK = 100_000n;

type Book = { seq: bigint; readonly balances: Map<string, bigint>; readonly open: Map<bigint, unknown> };

class MadeDay {
  readonly #terms = new Terms({
    usual: usualTermsOf({ mode: 'demo', house: undefined }),
    onError: () => undefined,
  });
  readonly #books = new Map<bigint, Book>();
  readonly #house = new Map([
    ['inventory BTC', amount('100000')],
    ['inventory USDT', amount('9000000000')],
    ['fees USDT', 0n],
    ['rounding USDT', amount('1000')],
  ]);
  readonly #fromMs: number;
  readonly #batches: number;
  readonly #tape: TapeEntry[] = [];
  readonly openings: BalanceLine[];
  readonly journals: JournalLine[] = [];
  #state = 42;
  #nextId = 1n;
  orders = 0;

  constructor(fromMs: number, orders: number) {
    this.#fromMs = fromMs;
    this.#batches = Math.ceil(orders / (BATCH * 0.85));
    for (let at = 0n; at < CUSTOMERS; at += 1n) {
      const balances = new Map([
        ['spot USDT', amount('50000000')],
        ['spot BTC', amount('500')],
      ]);
      this.#books.set(FIRST_BOOK + at, { seq: 2n, balances, open: new Map() });
    }
    for (let at = 0; at < DAY_MS / ENTRY_EVERY_MS; at += 1) this.#tape.push(this.#entry(at));
    this.openings = this.balances();
  }

  /** From 0 to `below` − 1, by a seeded generator. */
  #draw(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  #entry(at: number): TapeEntry {
    const timeMs = this.#fromMs + at * ENTRY_EVERY_MS;
    const bid = amount('60000') + BigInt(this.#draw(100_000)) * amount('0.01');
    const prices = { bid, ask: bid + amount('0.5'), last: bid, volume: amount('1') };
    return { symbol: SYMBOL, seq: BigInt(at + 1), timeMs, feedTimeMs: timeMs, ...prices };
  }

  balances(): BalanceLine[] {
    const lines: BalanceLine[] = [...this.#house].map(([key, held]) => lineOf('house', key, held));
    for (const [book, { balances }] of this.#books)
      for (const [key, held] of balances) lines.push(lineOf(String(book), key, held));
    return lines.filter(([, , , held]) => fromNumeric(held) !== 0n);
  }

  *tape(): Generator<unknown> {
    let hash = genesisHash();
    for (const entry of this.#tape) {
      hash = sha256Chain(hash, canonicalText(entry));
      yield toPlain({ ...entry, hash: Buffer.from(hash).toString('hex') });
    }
  }

  async *records(orders: number): AsyncGenerator<RecordLine> {
    for (let number = 1; this.orders < orders; number += 1) {
      const nowMs =
        this.#fromMs + Math.min(DAY_MS - 1, Math.floor((number / (this.#batches + 200)) * DAY_MS));
      const packed = await this.#batch(nowMs);
      yield { number: String(number), at_ms: nowMs, market_ms: nowMs, packed: packed.toString('base64') };
    }
  }

  async #batch(nowMs: number): Promise<Buffer> {
    const batch = Array.from({ length: BATCH }, () => this.#waiting(nowMs));
    const found = this.#found(batch, nowMs);
    const facts = factsOf(found, {
      newId: () => (this.#nextId += 1n),
      ...{ wallMs: nowMs, alone: false, lagging: () => false, closed: () => false },
    });
    const notes = new BatchNotes(batch, { ...rulebook.recorded, pseudonym: (text) => text });
    const loaded = { facts, found, answers: new Map<string, never>() };
    const draw = (): never => {
      throw new Error('expected a house with enough money, found less');
    };
    const done = await decideBatch({ batch, loaded, draw, notes });
    if (done.failed[0] !== undefined) throw done.failed[0].error;
    for (const { book, seq, timeMs, journal } of facts.journals) {
      const { kind, ref, postings } = journal;
      const [accounts, currencies] = [
        postings.map((line) => line.account),
        postings.map((line) => line.currency),
      ];
      const amounts = postings.map((line) => toNumeric(line.amount));
      this.journals.push([String(book), String(seq), kind, ref, timeMs, accounts, currencies, amounts]);
    }
    for (const { account, currency, amount: held } of facts.house.values())
      this.#house.set(`${account} ${currency}`, held);
    for (const after of facts.books.values()) {
      const book = this.#books.get(after.book) as Book;
      book.seq = after.seq;
      for (const { account, currency, amount: held } of after.balances.values())
        book.balances.set(`${account} ${currency}`, held);
      for (const [id, { row, dirty }] of after.table(spotOrders as unknown as RowTable<never>)) {
        if (dirty && spotOrders.isOpen(row as never)) book.open.set(id, row);
        else book.open.delete(id);
      }
    }
    return notes.record(loaded, 0).packed;
  }

  /** An order, or in every seventh case a cancellation if the customer has an open one. */
  #waiting(nowMs: number): Waiting {
    const bookId = FIRST_BOOK + BigInt(this.#draw(CUSTOMERS));
    const book = this.#books.get(bookId) as Book;
    const [open] = book.open.keys();
    if (open !== undefined && this.#draw(7) === 0) {
      book.open.delete(open);
      return waitingOf(cancelOrder, { id: open }, bookId);
    }
    this.orders += 1;
    const instrument = instruments.get(SYMBOL);
    const isLimit = this.#draw(5) === 0;
    const side = isLimit || this.#draw(2) === 0 ? 'buy' : 'sell';
    const input = {
      ...{ instrument, side, type: isLimit ? 'limit' : 'market', jurisdictions: 'demo' },
      quantity: amount('0.0001') * BigInt(1 + this.#draw(100)),
      price: isLimit ? amount('30000') + BigInt(this.#draw(1000)) * amount('0.01') : undefined,
      feeRateShown: this.#draw(2) === 0 ? undefined : instrument?.spotFeeRate,
      termsAt: this.#terms.instrument.bind(this.#terms),
    };
    void nowMs;
    return waitingOf(placeOrder, input, bookId);
  }

  #found(batch: readonly Waiting[], nowMs: number): Found {
    const needs = collect(batch);
    const entry = this.#tape[Math.floor((nowMs - this.#fromMs) / ENTRY_EVERY_MS)] as TapeEntry;
    const { seq, timeMs, bid, ask, last } = entry;
    const prices = [bid, ask, last].map(toNumeric);
    const times = [String(nowMs), null, null, String(timeMs), '5000'];
    const tables = [...needs.tables].map(([table, { ids, countBooks }]) => ({
      table,
      found: [...ids.values()].flatMap(({ book, id }) => this.#rowOf(table, book, id)),
      counts: [...countBooks].map((book) => [String(book), String(this.#books.get(book)?.open.size ?? 0)]),
    }));
    const books = needs.books.toSorted((one, other) => (one < other ? -1 : 1));
    const everything = new Map<string, TextRow>();
    for (const [book, account, currency] of needs.balances)
      this.#balance(everything, book, `${account} ${currency}`);
    for (const book of needs.allBalances)
      for (const key of this.#books.get(book)?.balances.keys() ?? []) this.#balance(everything, book, key);
    return {
      locked: books.map((book) => [String(book), String(this.#books.get(book)?.seq)]),
      answers: [],
      balances: [...everything.values()],
      slots: needs.house.map(([account, currency]) => [
        ...[account, currency, toNumeric(this.#house.get(`${account} ${currency}`) ?? 0n)],
      ]),
      tables,
      heads: [[SYMBOL, String(seq), String(timeMs), ...prices, 'f', ...times]],
      ...{ counters: [], before: [] },
    };
  }

  #balance(into: Map<string, TextRow>, book: bigint, key: string): void {
    const held = this.#books.get(book)?.balances.get(key);
    if (held !== undefined) into.set(`${book} ${key}`, [...lineOf(String(book), key, held)]);
  }

  #rowOf(table: RowTable<never>, book: bigint, id: bigint): TextRow[] {
    if (table.name === gates.name)
      return [[String(book), '0', 'active', 'approved', null, 't', 't', 't', null, null, null]];
    const row = this.#books.get(book)?.open.get(id);
    return row === undefined ? [] : [textsOf(table as unknown as RowTable<unknown>, row)];
  }
}

function lineOf(book: string, key: string, held: bigint): BalanceLine {
  const [account = '', currency = ''] = key.split(' ');
  return [isHouseAccount(account as never) ? 'house' : book, account, currency, toNumeric(held)];
}

/** A row's columns as PostgreSQL sends them, in the order of the table's query. */
function textsOf(table: RowTable<unknown>, row: unknown): TextRow {
  const byName = new Map(
    table.columns.map(({ name, anyText, ofRows }) => {
      const texts = ofRows([row]);
      return [name, anyText ? '[]' : texts === undefined ? null : inner(texts)];
    }),
  );
  const [selected = ''] = table.byId.text.split(' from ');
  return [...selected.matchAll(/t\.(\w+)/g)].map(([, name = '']) => byName.get(name) ?? null);
}

/** Returns the element of an array that has one text, which PostgreSQL writes as `{x}`. */
function inner(array: string): string | null {
  return array === '{NULL}' ? null : array.slice(1, -1);
}

function waitingOf<Input>(command: Command<never, unknown>, input: Input, book: bigint): Waiting {
  const submission = { command, input, book, key: '', bodyHash: '', deadlineMs: 0, keepsNoAnswer: true };
  return {
    submission: submission as unknown as Waiting['submission'],
    ...{ resolve: () => undefined, reject: () => undefined, queuedMs: 0 },
  };
}

/** Writes an export with this many orders into the folder. */
export async function makeDay(folder: string, orders: number): Promise<DayManifest> {
  await mkdir(folder, { recursive: true });
  const fromMs = Date.parse('2026-11-25T00:00:00Z');
  const day = new MadeDay(fromMs, orders);
  const usual = usualTermsOf({ mode: 'demo', house: undefined });
  const files: Partial<Record<DayFile, DayManifest['files'][DayFile]>> = {};
  files.records = await writeLines(folder, 'records', day.records(orders));
  const places = new Map<string, JournalLine[]>();
  for (const line of day.journals) {
    const book = places.get(line[0]);
    if (book === undefined) places.set(line[0], [line]);
    else book.push(line);
  }
  files.journals = await writeLines(folder, 'journals', [...places.values()].flat());
  files.openings = await writeLines(folder, 'openings', day.openings);
  files.closings = await writeLines(folder, 'closings', day.balances());
  files.tape = await writeLines(folder, 'tape', day.tape());
  files.terms = await writeLines(
    folder,
    'terms',
    [...usual].map(([subject, body]) => ({ usual: subject, body })),
  );
  files.log = await writeLines(folder, 'log', []);
  const manifest: DayManifest = {
    ...{ format: DAY_FORMAT, day: '2026-11-25', from_ms: fromMs, until_ms: fromMs + DAY_MS, clock_speed: 1 },
    files: files as DayManifest['files'],
  };
  await writeFile(join(folder, 'day.json'), JSON.stringify(manifest));
  return manifest;
}
