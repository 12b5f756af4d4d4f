/**
 * Decides an exported day again by the rules of this checkout and compares everything: each decision, each journal, each balance
 * and row that a decision was given, each price with the tape, and the records with the log. It needs no database.
 */
import { createHash } from 'node:crypto';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { unpack } from '../commands/batch-record.ts';
import type { BatchRecord } from '../commands/batch-record.ts';
import type { Plain } from '../commands/plain-values.ts';
import { replay } from '../commands/replay.ts';
import type { Rules } from '../commands/replay.ts';
import { Terms } from '../terms/terms.ts';
import type { TermsBody } from '../terms/usual-terms.ts';
import { DAY_FILES, fileHash, readLines, readManifest } from './day-files.ts';
import type { BalanceLine, JournalLine } from '../ledger/day-of-ledger.ts';
import type { DayManifest, LogLine, RecordLine, TermsLine } from './day-files.ts';
import { Differences } from './differences.ts';
import { LedgerOfDay } from './ledger-of-day.ts';
import { MinutesOfDay } from './minutes-of-day.ts';
import { isRefusedEntry, RefusedOfDay } from './refused-of-day.ts';
import { refusedIn } from './refused-orders.ts';
import { RowsOfDay } from './rows-of-day.ts';
import type { Rulebook } from './rules.ts';
import { TapeOfDay } from './tape-of-day.ts';

export type Reexecuted = {
  readonly manifest: DayManifest;
  readonly differences: Differences;
  readonly records: number;
  /** The number of commands that were decided again, and of those whose journals alone were compared. */
  readonly decided: number;
  readonly byEffects: number;
  readonly ledger: Pick<LedgerOfDay, 'matched' | 'unrecorded'>;
  readonly rows: number;
  readonly tape: Pick<TapeOfDay, 'entries' | 'matched'>;
  readonly minutes: Pick<MinutesOfDay, 'logged' | 'unlogged'>;
};

/** Throws if the folder or one of its lines can't be read. */
export async function reexecute(
  folder: string,
  rulebook: Pick<Rulebook, 'changedElsewhere' | 'under'>,
): Promise<Reexecuted> {
  const manifest = await readManifest(folder);
  const differences = new Differences();
  await compareFiles(folder, manifest, differences);
  const terms = await readTerms(folder);
  const day = new Day({
    manifest,
    differences,
    terms,
    rules: rulebook.under(terms),
    changedElsewhere: rulebook.changedElsewhere,
  });
  for await (const line of readLines<BalanceLine>(folder, 'openings')) day.ledger.open(line);
  for await (const line of readLines<JournalLine>(folder, 'journals')) day.ledger.add(line);
  for await (const line of readLines<RecordLine>(folder, 'records')) await day.take(line);
  day.ledger.end();
  const closings: BalanceLine[] = [];
  for await (const line of readLines<BalanceLine>(folder, 'closings')) closings.push(line);
  day.ledger.close(closings);
  for await (const line of readLines<Plain>(folder, 'tape')) day.tape.add(line);
  day.tape.end();
  const log: LogLine[] = [];
  for await (const line of readLines<LogLine>(folder, 'log')) log.push(line);
  day.minutes.compare(log.filter((line) => !isRefusedEntry(line)));
  day.refused.compare(log.filter(isRefusedEntry), day.minutes.newestMs);
  const { records, decided, byEffects, ledger, tape, minutes } = day;
  return {
    manifest,
    differences,
    records,
    decided,
    byEffects,
    ledger,
    rows: day.rows.compared,
    tape,
    minutes,
  };
}

async function compareFiles(folder: string, manifest: DayManifest, differences: Differences): Promise<void> {
  for (const file of DAY_FILES) {
    // Files are hashed one at a time.
    // oxlint-disable-next-line no-await-in-loop
    const is = await fileHash(folder, file);
    const said = manifest.files[file].sha256;
    if (is !== said) differences.add('file', `${file} has the SHA-256 ${is}; day.json says ${said}`);
  }
}

async function readTerms(folder: string): Promise<Terms> {
  const usual = new Map<string, TermsBody>();
  const published: Exclude<TermsLine, { usual: string }>[] = [];
  for await (const line of readLines<TermsLine>(folder, 'terms')) {
    if ('usual' in line) usual.set(line.usual, line.body);
    else published.push(line);
  }
  const terms = new Terms({ usual, onError: () => undefined });
  terms.take(published);
  return terms;
}

type DayParts = {
  readonly manifest: DayManifest;
  readonly differences: Differences;
  readonly terms: Terms;
  readonly rules: Rules;
  readonly changedElsewhere: ReadonlySet<string>;
};

/** The tape entries in inputs: of a firing, and of an exchange at a firm quote. */
type GivenEntries = {
  readonly entry?: TapeEntry;
  readonly before?: TapeEntry;
  readonly support?: { readonly entries: ReadonlyMap<string, TapeEntry> };
};

type Placed = { readonly atMs: number; readonly marketMs: number; readonly where: string };

/**
 * The maximum difference between a batch's wall clock and its record: the longest transaction takes fifteen seconds
 * (`db/pool.ts`), and the server's clock may differ from the database's.
 */
const WALL_SLACK_MS = 20_000;

class Day {
  readonly ledger: LedgerOfDay;
  readonly rows: RowsOfDay;
  readonly tape: TapeOfDay;
  readonly minutes: MinutesOfDay;
  readonly refused: RefusedOfDay;
  records = 0;
  decided = 0;
  byEffects = 0;
  readonly #parts: DayParts;
  #last = 0n;

  constructor(parts: DayParts) {
    const { differences, manifest, changedElsewhere } = parts;
    this.#parts = parts;
    this.ledger = new LedgerOfDay(differences);
    this.rows = new RowsOfDay(differences, changedElsewhere);
    this.tape = new TapeOfDay(differences, manifest.clock_speed);
    this.minutes = new MinutesOfDay(differences);
    this.refused = new RefusedOfDay(differences, manifest.from_ms);
  }

  async take({ number, at_ms: atMs, market_ms: marketMs, packed, hash }: RecordLine): Promise<void> {
    const { differences } = this.#parts;
    const where = `record ${number}`;
    if (BigInt(number) <= this.#last) differences.add('record', `${where} comes after ${this.#last}`);
    this.#last = BigInt(number);
    if (packed === undefined) {
      this.minutes.add({ number, atMs, hash: Buffer.from(hash ?? '', 'hex') });
      return;
    }
    const bytes = Buffer.from(packed, 'base64');
    this.minutes.add({ number, atMs, hash: createHash('sha256').update(bytes).digest() });
    this.records += 1;
    try {
      const record = JSON.parse(unpack(bytes)) as BatchRecord;
      this.refused.add(atMs, refusedIn(record));
      await this.#replay(record, { atMs, marketMs, where });
    } catch (error) {
      differences.add('record', `${where} can't be decided again: ${(error as Error).message}`);
    }
  }

  async #replay(record: BatchRecord, { atMs, marketMs, where }: Placed): Promise<void> {
    const { differences, rules } = this.#parts;
    const { facts, found, needs, inputs, differences: otherwise } = await replay(record, rules);
    for (const detail of otherwise) differences.add('outcome', `${where}: ${detail}`);
    if (facts.nowMs !== marketMs)
      differences.add(
        'record',
        `${where} is of ${marketMs}; its batch read the market clock at ${facts.nowMs}`,
      );
    this.#compareRecord(record, { atMs, where });
    this.ledger.compareGiven(found, needs, where);
    this.rows.compareGiven(found, needs, where);
    this.#compareTerms(record, where);
    for (const head of found.heads) this.tape.readHead(head, facts.nowMs, where);
    for (const { entry, before, support } of inputs as readonly GivenEntries[]) {
      const given = [entry, before, ...(support?.entries.values() ?? [])];
      for (const one of given) if (one !== undefined) this.tape.readEntry(one, where);
    }
    for (const journal of facts.journals) this.ledger.take(journal, where);
    for (const book of facts.books.values()) this.rows.take(book);
    for (const command of record.commands) {
      if (command[0] === 0) continue;
      if (command[5] === undefined) this.decided += 1;
      else this.byEffects += 1;
    }
  }

  /**
   * Checks that a batch's wall clock agrees with its record's time, within the time that a transaction may take. Also checks that
   * no command states its effects if there is a rule for it, because otherwise an owner could claim any effects.
   */
  #compareRecord({ wall, commands }: BatchRecord, { atMs, where }: Omit<Placed, 'marketMs'>): void {
    const { differences, rules } = this.#parts;
    if (Math.abs(atMs - wall) > WALL_SLACK_MS)
      differences.add('record', `${where} is of ${atMs}; its batch read the wall clock at ${wall}`);
    for (const [name, book, , , , effects] of commands) {
      if (name === 0 || effects === undefined || !rules.commands.has(name)) continue;
      differences.add(
        'record',
        `${where}: ${name} of book ${book} states its effects, and a rule decides it`,
      );
    }
  }

  /** Compares which symbols were closed to new orders with the published terms. */
  #compareTerms({ found, closed, wall }: BatchRecord, where: string): void {
    const { differences, terms } = this.#parts;
    for (const [symbol] of found.heads) {
      if (typeof symbol !== 'string' || closed.includes(symbol) !== terms.instrumentOpen(symbol, wall))
        continue;
      differences.add(
        'terms',
        `${where}: ${symbol} was given as ${closed.includes(symbol) ? 'closed' : 'open'}`,
      );
    }
  }
}
