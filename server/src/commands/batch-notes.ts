/**
 * Collects the decisions of a batch and builds the batch's record. A command whose rule can be executed again is recorded with
 * its input. For any other command, whose input or rows may identify the customer, only the effects on money and on recorded
 * tables are recorded.
 */
import type { TextRow } from '../db/statements.ts';
import type { Head } from './command.ts';
import { pack } from './batch-record.ts';
import type {
  BatchRecord,
  DecidedCommand,
  RecordedCommand,
  RecordedDraw,
  RecordedEffects,
} from './batch-record.ts';
import type { Decided } from './deciding.ts';
import type { BatchFacts, DrawNeeded } from './facts.ts';
import type { Pseudonym } from './fields.ts';
import type { Found, Loaded } from './load.ts';
import { NotPlain, toPlain } from './plain-values.ts';
import type { Plain } from './plain-values.ts';
import type { Waiting } from './queue.ts';
import type { RecordRow } from './record.ts';
import type { RowTable } from './table.ts';

export type RecordedCommands = {
  /** The names of the commands that are recorded with their input. */
  readonly commands: ReadonlySet<string>;
  /** The names of the tables whose rows are recorded, with pseudonyms in place of identifying data. */
  readonly tables: ReadonlySet<string>;
  /**
   * Returns the public text of an order from its command and input, as `<product>|<symbol>|<side>`, or undefined if the command
   * is not an order.
   */
  readonly orderText: (command: string, input: unknown) => string | undefined;
  readonly pseudonym: Pseudonym;
};

/**
 * Inputs that are not recorded, because every caller of the rules supplies them: published terms, the list of instruments, and
 * stakes.
 */
const SUPPLIED: ReadonlySet<string> = new Set(['instruments', 'termsAt', 'stakes']);

type Note = { readonly ids: bigint[]; decided: Exclude<Decided, 'owes'> | undefined; waited: boolean };

export class BatchNotes {
  readonly #batch: readonly Waiting[];
  readonly #records: RecordedCommands;
  readonly #notes = new Map<Waiting, Note>();
  readonly #draws: { waiting: Waiting; short: DrawNeeded; held: string }[] = [];

  constructor(batch: readonly Waiting[], records: RecordedCommands) {
    this.#batch = batch;
    this.#records = records;
  }

  drew(waiting: Waiting, short: DrawNeeded, held: string): void {
    this.#draws.push({ waiting, short, held });
  }

  decided(waiting: Waiting, { decided, ids }: { decided: Decided; ids: readonly bigint[] }): void {
    let note = this.#notes.get(waiting);
    if (note === undefined) this.#notes.set(waiting, (note = { ids: [], decided: undefined, waited: false }));
    note.ids.push(...ids);
    if (decided === 'owes') note.waited = true;
    else note.decided = decided;
  }

  /** Drops a command's notes, because it will be decided in another batch. */
  deferred(waiting: Waiting): void {
    this.#notes.delete(waiting);
  }

  record({ facts, found }: Loaded, slot: number): RecordRow {
    const commands = this.#batch.map((waiting) => this.#commandOf(waiting));
    const record: BatchRecord = {
      ...{ v: 1, slot, wall: facts.wallMs },
      ...(facts.alone && { alone: true as const }),
      found: this.#foundOf(found, facts),
      lagging: marked(facts, ({ lagging }) => lagging),
      closed: marked(facts, ({ closed }) => closed === true),
      commands,
      draws: this.#drawsOf(),
    };
    const refused = this.#refusedOrders();
    return { packed: pack(record), commands: commands.length, marketMs: facts.nowMs, refused };
  }

  /**
   * Returns the orders that were refused immediately. A refusal that asks the client to retry is not included, because the order
   * is then decided again.
   */
  #refusedOrders(): string[] {
    const refused: string[] = [];
    for (const [{ submission }, { decided }] of this.#notes) {
      const outcome = decided === undefined ? 0 : outcomeOf(decided);
      if (typeof outcome !== 'string' || outcome === 'busy') continue;
      const text = this.#records.orderText(submission.command.name, submission.input);
      if (text !== undefined) refused.push(`${text}|${outcome}`);
    }
    return refused;
  }

  #drawsOf(): RecordedDraw[] {
    if (this.#draws.length === 0) return [];
    const places = new Map(this.#batch.map((waiting, place) => [waiting, place]));
    return this.#draws.map(({ waiting, short, held }) => [
      places.get(waiting) ?? -1,
      short.account,
      short.currency,
      String(short.needed),
      held,
    ]);
  }

  #foundOf(found: Found, facts: BatchFacts): BatchRecord['found'] {
    const { locked, balances, slots, counters, before } = found;
    const heads = found.heads.filter(([symbol]) => facts.headsRead.has(symbol ?? ''));
    const [first] = found.heads;
    // If no head was read, the first row is still included without its head, because it contains the clock.
    if (heads.length === 0 && first !== undefined) heads.push([null, ...first.slice(1)]);
    const tables = found.tables.filter(({ table }) => this.#records.tables.has(table.name));
    return {
      ...{ locked, balances, slots, counters, before, heads },
      tables: tables.map(
        ({ table, found: rows, counts }) => [table.name, this.#concealed(table, rows), counts] as const,
      ),
    };
  }

  #concealed({ concealing }: RowTable<never>, rows: readonly TextRow[]): readonly TextRow[] {
    if (concealing === undefined) return rows;
    return rows.map((texts) => concealing.texts(texts, this.#records.pseudonym));
  }

  #commandOf(waiting: Waiting): RecordedCommand {
    const note = this.#notes.get(waiting);
    const book = String(waiting.submission.book);
    if (note?.decided === undefined) return [0, book];
    const { decided } = note;
    const ids = note.ids.map(String);
    const outcome = outcomeOf(decided);
    const { name } = waiting.submission.command;
    const input = this.#inputOf(waiting.submission);
    if (input !== undefined) return [name, book, input, ids, outcome];
    const given: DecidedCommand = [name, book, null, ids, outcome, this.#effectsOf(decided, note.waited)];
    return given;
  }

  #inputOf({ command, input }: Waiting['submission']): Plain | undefined {
    if (!this.#records.commands.has(command.name)) return undefined;
    const kept = command.recording
      ? command.recording.keep(input, this.#records.pseudonym)
      : (input as Record<string, unknown>);
    const plain: Record<string, Plain> = {};
    try {
      for (const name of Object.keys(kept)) {
        if (kept[name] !== undefined && !SUPPLIED.has(name)) plain[name] = toPlain(kept[name]);
      }
      return plain;
    } catch (error) {
      if (error instanceof NotPlain) return undefined;
      throw error;
    }
  }

  #effectsOf(decided: Exclude<Decided, 'owes'>, waited: boolean): RecordedEffects {
    const {
      journals = [],
      puts = [],
      counts = [],
      events = [],
    } = 'bug' in decided ? {} : (decided.effects ?? {});
    return {
      journals: toPlain(journals),
      puts: toPlain(
        puts
          .filter(({ table }) => this.#records.tables.has(table.name))
          .map(({ table, row }) => [table.name, this.#concealedRow(table, row)]),
      ),
      counts: toPlain(counts),
      events: events.length > 0,
      waited,
    };
  }

  #concealedRow({ concealing }: RowTable<never>, row: unknown): unknown {
    return concealing === undefined ? row : concealing.row(row, this.#records.pseudonym);
  }
}

function outcomeOf(decided: Exclude<Decided, 'owes'>): DecidedCommand[4] {
  if ('bug' in decided) return 1;
  if (decided.effects !== undefined) return 0;
  return (decided.outcome as { refusal: { code: string } }).refusal.code;
}

function marked(facts: BatchFacts, is: (head: Head) => boolean): string[] {
  return [...facts.headsRead].filter((symbol) => {
    const head = facts.heads.get(symbol);
    return head !== undefined && is(head);
  });
}
