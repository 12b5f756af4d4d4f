/**
 * A command: `gather` declares the facts it needs as data, `decide` is pure and returns the effects, and the executor records
 * the effects of many commands at once.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { LogTable, RowTable } from './table.ts';

/** The facts that a command needs of its book, the house and the market. The clock and tape heads are always included. */
export type Needs = {
  readonly balances?: readonly (readonly [CustomerAccount, string])[];
  /** Every balance of the book. */
  readonly allBalances?: boolean;
  readonly house?: readonly (readonly [HouseAccount, string])[];
  readonly rows?: readonly { readonly table: RowTable<never>; readonly id: bigint }[];
  /** Tables of which all open rows of this book are needed. */
  readonly open?: readonly RowTable<never>[];
  /** Tables of which only the number of open rows is needed. */
  readonly openCounts?: readonly RowTable<never>[];
  /**
   * Counters shared by many customers. No other batch can raise them until this one is committed, so that a bound holds exactly.
   */
  readonly counters?: readonly string[];
  /**
   * Counters shared by many customers that are seldom near their bound. Reading them does not keep other batches from raising
   * them, unless a command asks to count alone.
   */
  readonly tallies?: readonly string[];
  /** Tapes of which the newest entry before a given time is needed. */
  readonly before?: readonly TapeTime[];
};

/** A time on a symbol's tape, by the market's clock. */
export type TapeTime = { readonly symbol: string; readonly timeMs: number };

/** The head of a symbol's tape as this transaction reads it. */
export type Head = {
  readonly symbol: string;
  readonly seq: bigint;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  readonly stale: boolean;
  /**
   * The greatest age of an entry at which a market order fills. If `aged`, the entry is older, and accepted orders wait for the
   * next one.
   */
  readonly fillAgeMs: number;
  readonly aged: boolean;
  /** If the newest entry is a gap entry, at which nothing may fill: the quote whose prices it repeats. Always stale. */
  readonly quoted?: { readonly seq: bigint; readonly timeMs: number };
  /**
   * The triggers of this symbol are so far behind its tape that somebody who sees the tape knows what will happen. Orders that
   * could profit from that are refused until the engine has caught up.
   */
  readonly lagging: boolean;
  /** The published terms allow no new orders for this symbol. Open ones can still be closed or cancelled. */
  readonly closed?: boolean;
};

export type Facts = {
  readonly book: bigint;
  /** Market clock, milliseconds. */
  readonly nowMs: number;
  /** Wall clock, milliseconds: for times that setting the market clock forward must not move. */
  readonly wallMs: number;
  /** The number that the next journal of this book will get. */
  readonly journalSeq: bigint;
  balance(account: CustomerAccount, currency: string): Amount;
  /** Every gathered balance that is not zero. */
  balances(): { account: CustomerAccount; currency: string; amount: Amount }[];
  /** Whether the house account holds at least this amount. This includes custody, which mirrors what is held. */
  houseHas(account: HouseAccount, currency: string, needed: Amount): boolean;
  /** The wanted amount, or what the house account holds if that is less. */
  houseUpTo(account: HouseAccount, currency: string, wanted: Amount): Amount;
  row<Row>(table: RowTable<Row>, id: bigint): Row | undefined;
  openRows<Row>(table: RowTable<Row>): Row[];
  openCount<Row>(table: RowTable<Row>): number;
  /** A gathered counter. */
  counter(name: string): Amount;
  /** A gathered tally: its value, and how much of it the commands of this batch have added so far. */
  tally(name: string): Tally;
  /**
   * Continues only in a batch during which no other batch raises a tally, so that the tallies are exact. Otherwise the command
   * is decided again in such a batch.
   */
  countAlone(): void;
  head(symbol: string): Head | undefined;
  /** The number of the newest entry before a gathered time; 0 if there is none. */
  seqBefore(at: TapeTime): bigint;
  /** A new row id. */
  newId(): bigint;
};

export type Tally = { readonly value: Amount; readonly raised: Amount };

/** A row's level for the engine; a null level disarms it. */
export type Arming = {
  readonly symbol: string;
  readonly kind: string;
  readonly row: bigint;
  readonly version: number;
  readonly condition: TriggerCondition;
  readonly level: Amount | null;
  readonly armedSeq: bigint;
  /** Only a quote made at or after this time fires it: the time at which a customer asked for it. */
  readonly sinceMs?: number;
  /** The row's book if it is not this command's: a row that this command appended and that firing will change. */
  readonly book?: bigint;
};

/** A row's new state in its table, or a row appended to a log. */
export type Put = { readonly table: RowTable<never>; readonly row: unknown };
export type Append = { readonly table: LogTable<never>; readonly row: unknown };

export type Count = { readonly counter: string; readonly by: Amount };

/** A private event for the customer's devices, sent after the commit. Its payload is created only if a device listens. */
export type CustomerEvent = {
  readonly name: string;
  readonly payload: () => Readonly<Record<string, unknown>>;
};

export type Effects<Answer> = {
  readonly answer: Answer;
  readonly journals?: readonly Journal[];
  readonly puts?: readonly Put[];
  readonly appends?: readonly Append[];
  readonly armings?: readonly Arming[];
  /**
   * Changes of shared counters, for later commands in the batch. The database changes the counters itself, together with the
   * rows that they count. A command that only lowers a counter need not gather it.
   */
  readonly counts?: readonly Count[];
  /** The house lacks the money for it now. Other commands of the batch may supply it. */
  readonly owes?: boolean;
  readonly events?: readonly CustomerEvent[];
};

export type Decision<Answer, Code extends string> =
  | { readonly ok: true; readonly value: Effects<Answer> }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

export type Command<Input, Answer, Code extends string = string> = {
  readonly name: string;
  readonly gather: (input: Input) => Needs;
  readonly decide: (input: Input, facts: Facts) => Decision<Answer, Code>;
};

/** Keeps the exact types of a command's parts. */
export function command<Input, Answer, Code extends string>(
  definition: Command<Input, Answer, Code>,
): Command<Input, Answer, Code> {
  return definition;
}

/** Wraps a row for the executor. The types of table and row are checked here. */
export function put<Row>(table: RowTable<Row>, row: Row): Put {
  return { table: table as unknown as RowTable<never>, row };
}

/** Wraps a log row for the executor. */
export function append<Row>(table: LogTable<Row>, row: Row): Append {
  return { table: table as unknown as LogTable<never>, row };
}

/** Names a table in a command's needs. */
export function of<Row>(table: RowTable<Row>): RowTable<never> {
  return table as unknown as RowTable<never>;
}

/** A session, and the proof for the database that the session makes the request. */
export type Acting = { readonly session: bigint; readonly proof: Buffer };

export type Submission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  readonly book: bigint;
  /** The customer's session that makes the request; absent for triggers and operators. */
  readonly acting?: Acting;
  /** Unique within the book. A repeat under the same key gets the stored answer. */
  readonly key: string;
  /** The key was generated for this submission, so no answer can be stored under it yet. */
  readonly freshKey?: boolean;
  /**
   * The rows themselves show whether the command was executed, and executing it again changes nothing, so its answer is not
   * stored. Triggers fire ten thousand at a time, and storing answers would be a fifth of the work.
   */
  readonly keepsNoAnswer?: boolean;
  /** Tells a repeated request from a different one under the same key. */
  readonly bodyHash: string;
  /** Wall clock time after which the caller is told to repeat with the same key. */
  readonly deadlineMs: number;
  /** The engine's firings go before customers' commands. */
  readonly urgent?: boolean;
};

/** Refusals by the executor itself. */
export type ExecutorRefusal = 'key_reused' | 'busy' | 'too_many_requests';
export type SubmissionOutcome<Answer, Code extends string> = Outcome<Answer, Code | ExecutorRefusal>;
