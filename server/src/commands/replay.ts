/**
 * Decides a recorded batch again by the same rules, without a database. The facts are those of the record, and the effects of
 * each command are merged as on the server. If only a command's effects were recorded, they are trusted here; its journals are
 * still compared with the ledger.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { BatchRecord, DecidedCommand, RecordedDraw, RecordedEffects } from './batch-record.ts';
import type { Command, Count, Decision, Effects, Facts, Put } from './command.ts';
import { decideBatch, takeDrawn } from './deciding.ts';
import type { BatchDone } from './deciding.ts';
import { DrawNeeded } from './facts.ts';
import type { BatchFacts } from './facts.ts';
import { factsOf } from './load.ts';
import type { Found, StoredAnswer } from './load.ts';
import { collect } from './needs.ts';
import type { BatchNeeds } from './needs.ts';
import { fromPlain } from './plain-values.ts';
import type { Waiting } from './queue.ts';
import type { RowTable } from './table.ts';

type AnyCommand = Command<unknown, unknown>;

/** The rules under which a record is decided again. */
export type Rules = {
  readonly commands: ReadonlyMap<string, AnyCommand>;
  readonly tables: ReadonlyMap<string, RowTable<never>>;
  /** Returns the parts of a command's input that its record leaves out (`SUPPLIED`). */
  readonly supplied: (command: string) => Readonly<Record<string, unknown>>;
};

export type Replayed = {
  readonly facts: BatchFacts;
  /** The decisions that differ from the record, one sentence each. */
  readonly differences: readonly string[];
  /** The facts that the commands need, for those commands that were decided again. */
  readonly needs: BatchNeeds;
  /** The rows of the record. */
  readonly found: ReplayedFound;
  /** The inputs of the commands that were decided again. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
};
export type ReplayedFound = Omit<Found, 'answers'>;

const SKIPPED = 'skipped';
const STORED: StoredAnswer = { bodyHash: '', answer: 'null' };

/** Throws if the record contains a command or a table that the rules don't know. */
export async function replay(record: BatchRecord, rules: Rules): Promise<Replayed> {
  const replaying = new Replaying(record, rules);
  const batch = record.commands.map((_, place) => replaying.waiting(place));
  const answers = new Map(record.commands.map(([, book]) => [`${book} ${SKIPPED}`, STORED]));
  const { facts } = replaying;
  const loaded = { facts, answers, found: replaying.found };
  const done = await decideBatch({
    batch,
    loaded,
    draw: async (short, waiting) => replaying.draw(short, batch.indexOf(waiting)),
  });
  const { found, inputs } = replaying;
  return { facts, differences: replaying.differencesIn(batch, done), needs: collect(batch), found, inputs };
}

class Replaying {
  readonly facts: BatchFacts;
  readonly found: Found;
  readonly inputs: Readonly<Record<string, unknown>>[] = [];
  readonly #record: BatchRecord;
  readonly #rules: Rules;
  readonly #draws: RecordedDraw[];
  readonly #ids: string[][];
  #place = 0;

  constructor(record: BatchRecord, rules: Rules) {
    this.#record = record;
    this.#rules = rules;
    this.#draws = [...record.draws];
    this.#ids = record.commands.map((command) => (command[0] === 0 ? [] : [...command[3]]));
    const { locked, balances, slots, counters, before, heads, tables } = record.found;
    this.found = {
      ...{ locked: [...locked], balances: [...balances], slots: [...slots], counters: [...counters] },
      ...{ before: [...before], heads: [...heads], answers: [] },
      tables: tables.map(([name, found, counts]) => ({
        table: tableOf(rules, name),
        found: [...found],
        counts: [...counts],
      })),
    };
    this.facts = factsOf(this.found, {
      newId: () => this.#nextId(),
      wallMs: record.wall,
      alone: record.alone === true,
      lagging: (symbol) => record.lagging.includes(symbol),
      closed: (symbol) => record.closed.includes(symbol),
    });
  }

  #nextId(): bigint {
    const id = this.#ids[this.#place]?.shift();
    if (id === undefined) throw new Error('expected another row id in the record, found none');
    return BigInt(id);
  }

  waiting(place: number): Waiting {
    const recorded = this.#record.commands[place] as BatchRecord['commands'][number];
    const isSkipped = recorded[0] === 0;
    const { command, input } = isSkipped ? { command: never, input: {} } : this.#commandOf(recorded, place);
    return {
      submission: {
        ...{ command, input },
        book: BigInt(recorded[1]),
        key: isSkipped ? SKIPPED : '',
        bodyHash: '',
        deadlineMs: 0,
      },
      resolve: () => undefined,
      reject: () => undefined,
      queuedMs: 0,
    };
  }

  #commandOf(recorded: DecidedCommand, place: number): { command: AnyCommand; input: object } {
    const [name, , plain, , , effects] = recorded;
    if (effects !== undefined) return { command: this.#asRecorded(recorded, place, effects), input: {} };
    const rule = this.#rules.commands.get(name);
    if (rule === undefined) throw new Error(`expected a rule for the command ${name}, found none`);
    const kept = { ...(fromPlain(plain) as object), ...this.#rules.supplied(name) };
    const input = (rule.recording?.read(kept) ?? kept) as Readonly<Record<string, unknown>>;
    this.inputs.push(input);
    const decide = (of: unknown, facts: Facts) => {
      this.#place = place;
      return rule.decide(of, facts);
    };
    return { command: { ...rule, decide }, input };
  }

  /** Returns a command that has the recorded effects and uses up the same ids and refills. */
  #asRecorded([name, , , , outcome]: DecidedCommand, place: number, effects: RecordedEffects): AnyCommand {
    let waits = effects.waited;
    return {
      name,
      gather: () => ({}),
      decide: (): Decision<unknown, string> => {
        if (waits) {
          waits = false;
          return ok({ answer: {}, owes: true });
        }
        this.#ids[place] = [];
        while (this.#draws[0]?.[0] === place) {
          const [, account, currency, needed] = this.#draws[0];
          this.draw(new DrawNeeded(account as HouseAccount, currency, BigInt(needed)), place);
        }
        if (outcome === 1) throw new Error('this command failed when it was recorded, too');
        return outcome === 0 ? ok(this.#effectsOf(effects)) : refuse(outcome);
      },
    };
  }

  #effectsOf({ journals, puts, counts, events }: RecordedEffects): Effects<unknown> {
    const rows = fromPlain(puts) as readonly (readonly [string, unknown])[];
    return {
      answer: {},
      journals: fromPlain(journals) as readonly Journal[],
      puts: rows.map(([name, row]): Put => ({ table: tableOf(this.#rules, name), row })),
      counts: fromPlain(counts) as readonly Count[],
      events: events ? [{ name: 'recorded', payload: () => ({}) }] : [],
    };
  }

  draw(short: DrawNeeded, place: number): void {
    const next = this.#draws.shift();
    const [at, account, currency, needed, held] = next ?? [];
    if (
      at !== place ||
      account !== short.account ||
      currency !== short.currency ||
      needed !== String(short.needed)
    )
      throw new Error(`expected no lack of ${short.account} ${short.currency}, found one of ${short.needed}`);
    takeDrawn(this.facts, short, held as string);
  }

  differencesIn(batch: readonly Waiting[], done: BatchDone): string[] {
    const outcomes = new Map<Waiting, 0 | 1 | string>();
    for (const { waiting, outcome } of done.answered) outcomes.set(waiting, codeOf(outcome));
    for (const { waiting } of done.failed) outcomes.set(waiting, 1);
    const reasons = new Map(done.failed.map(({ waiting, error }) => [waiting, error.message]));
    const differences = this.#record.commands.flatMap((recorded, place) => {
      if (recorded[0] === 0) return [];
      const [name, book, , , outcome] = recorded;
      const waiting = batch[place] as Waiting;
      const found = outcomes.get(waiting) ?? 'deferred';
      const left = this.#ids[place]?.length ?? 0;
      if (found === outcome && (outcome !== 0 || left === 0)) return [];
      const why = reasons.get(waiting) ?? `${left} row ids not used`;
      return [
        `${name} of book ${book}: ${said(outcome)} in the record, ${said(found)} by the rules (${why})`,
      ];
    });
    if (this.#draws.length > 0)
      differences.push(`${this.#draws.length} refills of the house that no command needs`);
    return differences;
  }
}

const never: AnyCommand = {
  name: SKIPPED,
  gather: () => ({}),
  decide: () => {
    throw new Error('expected a skipped command to stay undecided');
  },
};

function tableOf(rules: Rules, name: string): RowTable<never> {
  const table = rules.tables.get(name);
  if (table === undefined) throw new Error(`expected a known table, found ${name}`);
  return table;
}

function codeOf(outcome: unknown): 0 | string {
  const { ok: accepted, refusal } = outcome as { ok: boolean; refusal?: { code: string } };
  return accepted ? 0 : (refusal?.code ?? '');
}

function said(outcome: 0 | 1 | string): string {
  return outcome === 0 ? 'accepted' : outcome === 1 ? 'failed' : outcome;
}
