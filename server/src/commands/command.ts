/**
 * A command: gather says as data which facts are needed, decide is pure and answers what shall be written, and the
 * executor records many of them at a time.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { LogTable, RowTable } from './table.ts';

/** Which facts a command needs of its book, the house and the market. Clock and tape heads come by themselves. */
export type Needs = {
  readonly balances?: readonly (readonly [CustomerAccount, string])[];
  /** Every balance of the book. */
  readonly allBalances?: boolean;
  readonly house?: readonly (readonly [HouseAccount, string])[];
  readonly rows?: readonly { readonly table: RowTable<never>; readonly id: bigint }[];
  /** Tables whose open rows of this book are all needed. */
  readonly open?: readonly RowTable<never>[];
  /** Tables of which only the number of open rows is needed. */
  readonly openCounts?: readonly RowTable<never>[];
  /** Counters that many customers share, each kept from being raised elsewhere until this batch is committed: a bound on it holds exactly. */
  readonly counters?: readonly string[];
  /**
   * Counters that many customers share and whose bound is seldom near: they are read without keeping others from raising
   * them, unless a command asks to count alone.
   */
  readonly tallies?: readonly string[];
  /** Tapes of which the newest entry from before a time is needed. */
  readonly before?: readonly TapeTime[];
};

/** A time on the tape of a symbol, by the market's clock. */
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
  /** How old an entry may be for an order at market to fill at it; this one is older, so that what is accepted waits for the next. */
  readonly fillAgeMs: number;
  readonly aged: boolean;
  /** Where the newest entry is a gap entry, which no fill may name: the quote whose prices it repeats. Always stale. */
  readonly quoted?: { readonly seq: bigint; readonly timeMs: number };
  /**
   * What fires at this symbol is so far behind its tape that somebody who sees the tape knows what will happen. What
   * would profit from that knowledge is refused until it has caught up.
   */
  readonly lagging: boolean;
  /** Published terms let nothing new be opened here; what is open can be ended as ever. */
  readonly closed?: boolean;
};

export type Facts = {
  readonly book: bigint;
  /** Market clock, milliseconds. */
  readonly nowMs: number;
  /** Wall clock, milliseconds: for what a market that is set forward must not move. */
  readonly wallMs: number;
  /** The number that the next journal of this book will have. */
  readonly journalSeq: bigint;
  balance(account: CustomerAccount, currency: string): Amount;
  /** Every balance that was gathered and is not zero. */
  balances(): { account: CustomerAccount; currency: string; amount: Amount }[];
  /** Whether the house's account holds at least this much; custody, the mirror of what is held, too. */
  houseHas(account: HouseAccount, currency: string, needed: Amount): boolean;
  /** As much of this as the house's account holds. */
  houseUpTo(account: HouseAccount, currency: string, wanted: Amount): Amount;
  row<Row>(table: RowTable<Row>, id: bigint): Row | undefined;
  openRows<Row>(table: RowTable<Row>): Row[];
  openCount<Row>(table: RowTable<Row>): number;
  /** A counter that was gathered. */
  counter(name: string): Amount;
  /** A tally that was gathered: what it stands at, and by how much the commands of this batch have raised it so far. */
  tally(name: string): Tally;
  /**
   * Goes on only in a batch beside which nobody else raises a tally, so that what a tally stands at is exact. Elsewhere the
   * command is decided again in such a batch.
   */
  countAlone(): void;
  head(symbol: string): Head | undefined;
  /** The number of the newest entry from before a time that was gathered; 0 where there is none. */
  seqBefore(at: TapeTime): bigint;
  /** A fresh row id. */
  newId(): bigint;
};

export type Tally = { readonly value: Amount; readonly raised: Amount };

/** What a row's level tells the engine; a null level disarms it. */
export type Arming = {
  readonly symbol: string;
  readonly kind: string;
  readonly row: bigint;
  readonly version: number;
  readonly condition: TriggerCondition;
  readonly level: Amount | null;
  readonly armedSeq: bigint;
  /** From when on a quote has to be made to fire it: the moment at which a customer asked for it. */
  readonly sinceMs?: number;
  /** Whose row it is where it is another book's, which this command has appended and the firing will change. */
  readonly book?: bigint;
};

/** A row's new state in its table, or a row appended to a log. */
export type Put = { readonly table: RowTable<never>; readonly row: unknown };
export type Append = { readonly table: LogTable<never>; readonly row: unknown };

export type Count = { readonly counter: string; readonly by: Amount };

/** A private event for the customer's devices, sent after the commit; what it carries is made only if one listens. */
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
   * By how much shared counters move, for the commands behind it in the batch; the database moves them with the rows that they count.
   * What only lowers one need not have gathered it.
   */
  readonly counts?: readonly Count[];
  /** The house lacks money for it now; what the batch's other commands bring in may make up for that. */
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

/** Wraps a row for the executor; the pair of table and row was checked here. */
export function put<Row>(table: RowTable<Row>, row: Row): Put {
  return { table: table as unknown as RowTable<never>, row };
}

/** Wraps a log row for the executor. */
export function append<Row>(table: LogTable<Row>, row: Row): Append {
  return { table: table as unknown as LogTable<never>, row };
}

/** Names a table among needs. */
export function of<Row>(table: RowTable<Row>): RowTable<never> {
  return table as unknown as RowTable<never>;
}

/** A session, and what shows the database that it asks. */
export type Acting = { readonly session: bigint; readonly proof: Buffer };

export type Submission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  readonly book: bigint;
  /** The session of the book's customer that asks for it; nobody's where it fires or somebody of the house does it. */
  readonly acting?: Acting;
  /** Unique within the book; the same key again gets the stored answer. */
  readonly key: string;
  /** The key was made up for this submission, so no answer can be stored under it yet. */
  readonly freshKey?: boolean;
  /**
   * The rows say by themselves whether it was done, and a second time changes nothing; so its answer is not stored. What
   * fires comes ten thousand at a time, and an answer would be a fifth of its work.
   */
  readonly keepsNoAnswer?: boolean;
  /** Tells a repeated request from another one under the same key. */
  readonly bodyHash: string;
  /** Wall clock after which a caller is told to repeat with the same key. */
  readonly deadlineMs: number;
  /** The engine's firings go before customers' commands. */
  readonly urgent?: boolean;
};

/** Refusals of the executor itself. */
export type ExecutorRefusal = 'key_reused' | 'busy' | 'too_many_requests';
export type SubmissionOutcome<Answer, Code extends string> = Outcome<Answer, Code | ExecutorRefusal>;
