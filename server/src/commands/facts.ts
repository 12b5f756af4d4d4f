/**
 * The facts of a batch in memory: the rows it loaded, and the effects of its commands so far. A command reads them through
 * `CommandFacts`. The effects of a command are merged only if all of them are valid.
 */
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import type { Account, CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Append, Arming, CustomerEvent, Effects, Facts, Head, Tally, TapeTime } from './command.ts';
import type { NumberedJournal } from '../ledger/post.ts';
import type { Stop } from '../quotes/heads.ts';
import type { RowTable } from './table.ts';

/** Thrown if the house's slot must be refilled from other slots before the command can be decided. */
export class DrawNeeded extends Error {
  readonly account: HouseAccount;
  readonly currency: string;
  readonly needed: Amount;
  constructor(account: HouseAccount, currency: string, needed: Amount) {
    super(`expected ${needed} in the slot of ${account} ${currency}, found less`);
    this.account = account;
    this.currency = currency;
    this.needed = needed;
  }
}

/** Thrown if the command must be decided in a batch that has exact tallies. */
export class AloneNeeded extends Error {
  constructor() {
    super('expected a batch that counts alone, found a shared one');
  }
}

/** Returns the amount that an account holds. The custody account's ledger balance is negative, so its sign is inverted. */
export function heldBy(account: Account, amount: Amount): Amount {
  return account === 'custody' ? -amount : amount;
}

type RowState = { row: unknown; stored: boolean; dirty: boolean };

export class BookFacts {
  readonly book: bigint;
  seq: bigint;
  readonly seqBefore: bigint;
  readonly balances = new Map<
    string,
    { account: CustomerAccount; currency: string; amount: Amount; stored: boolean }
  >();
  readonly tables = new Map<RowTable<never>, Map<bigint, RowState>>();
  readonly openCounts = new Map<RowTable<never>, number>();
  constructor(book: bigint, seq: bigint) {
    this.book = book;
    this.seq = seq;
    this.seqBefore = seq;
  }

  table(table: RowTable<never>): Map<bigint, RowState> {
    let rows = this.tables.get(table);
    if (rows === undefined) this.tables.set(table, (rows = new Map()));
    return rows;
  }
}

export class BatchFacts {
  nowMs = 0;
  wallMs = 0;
  cancelOnly = false;
  stops: readonly Stop[] = [];
  readonly books = new Map<bigint, BookFacts>();
  readonly heads = new Map<string, Head>();
  /** The number of a symbol's newest entry before a given time, keyed by symbol and time. */
  readonly seqsBefore = new Map<string, bigint>();
  /** The process's slot: the current amount in memory, and the amount that is still in the database. */
  readonly house = new Map<
    string,
    { account: HouseAccount; currency: string; amount: Amount; inDatabase: Amount; stored: boolean }
  >();
  /** Keys of account, currency and amount for which all slots together hold less than the amount. */
  readonly exhausted = new Set<string>();
  /** Accounts and currencies for which the process's slot holds everything that all slots had. */
  readonly gathered = new Set<string>();
  /** Shared counters: the value that was read, which is exact if it was read under the lock, and this batch's changes. */
  readonly counters = new Map<string, { locked: Amount | undefined; by: Amount; raised: Amount }>();
  /** Whether no other batch can raise a tally until this one commits. */
  alone = false;

  readonly journals: NumberedJournal[] = [];
  readonly appends: Append[] = [];
  readonly armings: { book: bigint; arming: Arming }[] = [];

  /** The facts that commands took from outside the batch: new row ids in order, and the symbols of the heads that were read. */
  readonly ids: bigint[] = [];
  readonly headsRead = new Set<string>();

  readonly newId: () => bigint;
  constructor(newId: () => bigint) {
    this.newId = newId;
  }
}

export class CommandFacts implements Facts {
  readonly #batch: BatchFacts;
  readonly #book: BookFacts;
  constructor(batch: BatchFacts, book: BookFacts) {
    this.#batch = batch;
    this.#book = book;
  }

  get book(): bigint {
    return this.#book.book;
  }
  get nowMs(): number {
    return this.#batch.nowMs;
  }
  get wallMs(): number {
    return this.#batch.wallMs;
  }
  get cancelOnly(): boolean {
    return this.#batch.cancelOnly;
  }
  get stops(): readonly Stop[] {
    return this.#batch.stops;
  }
  get journalSeq(): bigint {
    return this.#book.seq + 1n;
  }

  balance(account: CustomerAccount, currency: string): Amount {
    return this.#book.balances.get(`${account} ${currency}`)?.amount ?? 0n;
  }

  balances(): { account: CustomerAccount; currency: string; amount: Amount }[] {
    return [...this.#book.balances.values()].filter((balance) => balance.amount !== 0n);
  }

  houseHas(account: HouseAccount, currency: string, needed: Amount): boolean {
    const key = `${account} ${currency}`;
    if (heldBy(account, this.#batch.house.get(key)?.amount ?? 0n) >= needed) return true;
    if (this.#batch.exhausted.has(`${key} ${needed}`)) return false;
    throw new DrawNeeded(account, currency, needed);
  }

  houseUpTo(account: HouseAccount, currency: string, wanted: Amount): Amount {
    const key = `${account} ${currency}`;
    const held = heldBy(account, this.#batch.house.get(key)?.amount ?? 0n);
    if (held >= wanted) return wanted;
    if (this.#batch.gathered.has(key)) return held;
    throw new DrawNeeded(account, currency, wanted);
  }

  row<Row>(table: RowTable<Row>, id: bigint): Row | undefined {
    return this.#book.tables.get(table as unknown as RowTable<never>)?.get(id)?.row as Row | undefined;
  }

  openRows<Row>(table: RowTable<Row>): Row[] {
    const states = this.#book.tables.get(table as unknown as RowTable<never>);
    if (states === undefined) return [];
    return [...states.values()].map((state) => state.row as Row).filter((row) => table.isOpen(row));
  }

  openCount<Row>(table: RowTable<Row>): number {
    return this.#book.openCounts.get(table as unknown as RowTable<never>) ?? 0;
  }

  counter(name: string): Amount {
    const known = this.#batch.counters.get(name);
    if (known?.locked === undefined)
      throw new Error(`expected counter ${name} to be gathered and open, found none`);
    return known.locked + known.by;
  }

  tally(name: string): Tally {
    const raised = this.#batch.counters.get(name)?.raised ?? 0n;
    return { value: this.counter(name), raised };
  }

  countAlone(): void {
    if (!this.#batch.alone) throw new AloneNeeded();
  }

  head(symbol: string): Head | undefined {
    this.#batch.headsRead.add(symbol);
    return this.#batch.heads.get(symbol);
  }

  seqBefore({ symbol, timeMs }: TapeTime): bigint {
    const seq = this.#batch.seqsBefore.get(`${symbol} ${timeMs}`);
    if (seq === undefined)
      throw new Error(`expected the entry of ${symbol} before ${timeMs} to be gathered, found none`);
    return seq;
  }

  newId(): bigint {
    const id = this.#batch.newId();
    this.#batch.ids.push(id);
    return id;
  }
}

/**
 * Merges a command's effects into the batch. All balances are checked before any is changed. If a rule would make an account
 * negative, that is a bug, and only its command fails.
 */
export function mergeEffects(batch: BatchFacts, book: BookFacts, effects: Effects<unknown>): void {
  const moved = new Map<string, Amount>();
  for (const journal of effects.journals ?? []) {
    for (const { account, currency, amount } of journal.postings) {
      const key = `${account} ${currency}`;
      moved.set(key, (moved.get(key) ?? currentAmount(batch, book, { account, key })) + amount);
    }
  }
  for (const [key, amount] of moved) {
    if (key.startsWith('custody ') ? amount > 0n : amount < 0n)
      throw new Error(`expected a balance of ${key} of book ${book.book} of zero or more, found ${amount}`);
  }
  for (const [key, amount] of moved) setAmount(batch, book, { key, amount });

  for (const journal of effects.journals ?? []) {
    book.seq += 1n;
    batch.journals.push({ book: book.book, seq: book.seq, timeMs: batch.nowMs, journal });
  }
  for (const { table, row } of effects.puts ?? []) {
    const rows = book.table(table);
    const id = (table.idOf as (row: unknown) => bigint)(row);
    const isOpen = table.isOpen as (row: unknown) => boolean;
    const before = rows.get(id);
    const opened = Number(isOpen(row)) - Number(before !== undefined && isOpen(before.row));
    book.openCounts.set(table, (book.openCounts.get(table) ?? 0) + opened);
    rows.set(id, { row, stored: before?.stored ?? false, dirty: true });
  }
  for (const { counter, by } of effects.counts ?? []) {
    const known = batch.counters.get(counter);
    const raised = by > 0n ? by : 0n;
    if (known === undefined) batch.counters.set(counter, { locked: undefined, by, raised });
    else {
      known.by += by;
      known.raised += raised;
    }
  }
  for (const appended of effects.appends ?? []) batch.appends.push(appended);
  for (const arming of effects.armings ?? []) batch.armings.push({ book: arming.book ?? book.book, arming });
  // A change that has events but no journal also increments the state number, so that devices detect missed events.
  if ((effects.journals ?? []).length === 0 && (effects.events ?? []).length > 0) book.seq += 1n;
}

function currentAmount(batch: BatchFacts, book: BookFacts, at: { account: Account; key: string }): Amount {
  const balance = isHouseAccount(at.account) ? batch.house.get(at.key) : book.balances.get(at.key);
  return balance?.amount ?? 0n;
}

function setAmount(batch: BatchFacts, book: BookFacts, at: { key: string; amount: Amount }): void {
  const space = at.key.indexOf(' ');
  const account = at.key.slice(0, space) as Account;
  const currency = at.key.slice(space + 1);
  const { amount } = at;
  if (isHouseAccount(account)) {
    const known = batch.house.get(at.key);
    if (known !== undefined) known.amount = amount;
    else batch.house.set(at.key, { account, currency, amount, inDatabase: 0n, stored: false });
    return;
  }
  const known = book.balances.get(at.key);
  if (known !== undefined) known.amount = amount;
  else book.balances.set(at.key, { account, currency, amount, stored: false });
}

export type Publication = {
  readonly book: bigint;
  readonly prev: bigint;
  readonly seq: bigint;
  readonly events: readonly CustomerEvent[];
  readonly moneyMoved: boolean;
};
