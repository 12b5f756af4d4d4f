/**
 * Defines commands. `gather` declares as data which facts a command needs. `decide` is pure and returns the effects. The executor
 * records the effects of an entire batch.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { Stop } from '../quotes/heads.ts';
import type { Pseudonym } from './fields.ts';
import type { LogTable, RowTable } from './table.ts';

/** The facts about the book, the house and the market that a command needs. The clock and the tape heads are always included. */
export type Needs = {
  readonly balances?: readonly (readonly [CustomerAccount, string])[];
  readonly allBalances?: boolean;
  readonly house?: readonly (readonly [HouseAccount, string])[];
  readonly rows?: readonly { readonly table: RowTable<never>; readonly id: bigint }[];
  /** Tables whose open rows of this book are all needed. */
  readonly open?: readonly RowTable<never>[];
  /** Tables whose number of open rows is needed, but not the rows. */
  readonly openCounts?: readonly RowTable<never>[];
  /**
   * Counters shared by many customers. Until this batch commits, no other batch can raise them, so checks against their limits
   * are exact.
   */
  readonly counters?: readonly string[];
  /**
   * Counters shared by many customers whose values are seldom near their limits. Reading them does not block other batches from
   * raising them, unless a command requires exact tallies.
   */
  readonly tallies?: readonly string[];
  /** Tapes whose newest entry before a given time is needed. */
  readonly before?: readonly TapeTime[];
};

export type TapeTime = { readonly symbol: string; readonly timeMs: number };

export type Head = {
  readonly symbol: string;
  readonly seq: bigint;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  readonly stale: boolean;
  /**
   * The greatest age of an entry at which a market order fills. `aged` means that the entry is older, so that accepted orders
   * wait for the next entry.
   */
  readonly fillAgeMs: number;
  readonly aged: boolean;
  /**
   * Set if the newest entry is a gap entry, at which no order may fill: the quote whose prices the gap entry repeats. The head
   * is then always stale.
   */
  readonly quoted?: { readonly seq: bigint; readonly timeMs: number };
  /**
   * Whether the symbol's triggers are so far behind the tape that an observer of the tape can predict what will fire. Until the
   * engine has caught up, orders that could profit from that are refused.
   */
  readonly lagging: boolean;
  /**
   * Whether the published terms allow no new orders for this symbol. Open orders and positions can still be closed or
   * cancelled.
   */
  readonly closed?: boolean;
};

export type Facts = {
  readonly book: bigint;
  /** Market clock, milliseconds. */
  readonly nowMs: number;
  /** The house's time, milliseconds: the wall clock, except in a demo that was set forward. In a replay, market time differs. */
  readonly wallMs: number;
  /** Whether the guard has frozen new trades. Orders and positions accepted earlier continue as before. */
  readonly cancelOnly: boolean;
  /** The emergency stops that are in effect. */
  readonly stops: readonly Stop[];
  /** The number that the book's next journal will get. */
  readonly journalSeq: bigint;
  balance(account: CustomerAccount, currency: string): Amount;
  /** Every gathered balance other than zero. */
  balances(): { account: CustomerAccount; currency: string; amount: Amount }[];
  /** Whether a house account holds at least this amount. The custody account, whose ledger balance is negative, is included. */
  houseHas(account: HouseAccount, currency: string, needed: Amount): boolean;
  /** Returns the requested amount, or the account's balance if that is smaller. */
  houseUpTo(account: HouseAccount, currency: string, wanted: Amount): Amount;
  row<Row>(table: RowTable<Row>, id: bigint): Row | undefined;
  openRows<Row>(table: RowTable<Row>): Row[];
  openCount<Row>(table: RowTable<Row>): number;
  counter(name: string): Amount;
  /** Returns the value of a gathered tally, and how much the commands of this batch have added to it so far. */
  tally(name: string): Tally;
  /**
   * Ensures that tallies are exact. Returns only if no other batch can raise a tally during this batch. Otherwise it aborts the
   * decision, and the command is decided again in a batch with exact tallies.
   */
  countAlone(): void;
  head(symbol: string): Head | undefined;
  /** Returns the number of the newest entry before a gathered time, or 0 if there is none. */
  seqBefore(at: TapeTime): bigint;
  newId(): bigint;
};

export type Tally = { readonly value: Amount; readonly raised: Amount };

/** The level at which the engine fires a row. A null level disarms the row. */
export type Arming = {
  readonly symbol: string;
  readonly kind: string;
  readonly row: bigint;
  readonly version: number;
  readonly condition: TriggerCondition;
  readonly level: Amount | null;
  readonly armedSeq: bigint;
  /** Only a quote made at or after this time fires the row. It is the time of the customer's request. */
  readonly sinceMs?: number;
  /**
   * The row's book, if it differs from the command's. Set for a row that the command appended to another book and that the firing
   * will change.
   */
  readonly book?: bigint;
};

/** A row's new state in its table, or a row appended to a log. */
export type Put = { readonly table: RowTable<never>; readonly row: unknown };
export type Append = { readonly table: LogTable<never>; readonly row: unknown };

export type Count = { readonly counter: string; readonly by: Amount };

/** A private event for the customer's devices, sent after the commit. The payload is created only if a device is subscribed. */
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
   * Changes of shared counters, for the later commands of the batch. The database itself changes the stored counters, together
   * with the rows that they count. A command that only lowers a counter need not gather it.
   */
  readonly counts?: readonly Count[];
  /** Whether the house currently lacks the money for the command. Other commands of the batch may supply it. */
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
  /** How the input is recorded, if it identifies a person; otherwise it is recorded unchanged. */
  readonly recording?: {
    readonly keep: (input: Input, pseudonym: Pseudonym) => Readonly<Record<string, unknown>>;
    /** Returns an input that leads to the same decision. */
    readonly read: (kept: Readonly<Record<string, unknown>>) => unknown;
  };
};

/** Returns the command unchanged, with the exact types of its parts. */
export function command<Input, Answer, Code extends string>(
  definition: Command<Input, Answer, Code>,
): Command<Input, Answer, Code> {
  return definition;
}

/** Wraps a row for the executor, so that the types of table and row must match. */
export function put<Row>(table: RowTable<Row>, row: Row): Put {
  return { table: table as unknown as RowTable<never>, row };
}

export function append<Row>(table: LogTable<Row>, row: Row): Append {
  return { table: table as unknown as LogTable<never>, row };
}

export function of<Row>(table: RowTable<Row>): RowTable<never> {
  return table as unknown as RowTable<never>;
}

/** The session or API key that acts, with the proof for the database that it made the request. For a key, the session is 0n. */
export type Acting = { readonly session: bigint; readonly key?: bigint; readonly proof: Buffer };

/** The order of a call that opens, changes or closes a trade. The customer gets a receipt for it. */
export type Ordered = {
  /** The text of the order as the customer's device signs it (docs/verification.md#a-receipt). */
  readonly text: string;
  /** The symbol of the tape whose newest entry the order names; `-` if there is none. */
  readonly symbol: string;
  /** Present if a device signed the order, with the body that it sent. */
  readonly signed?: {
    readonly deviceKey: Buffer;
    readonly signature: Buffer;
    readonly body: string;
    /** The device's clock, in milliseconds since 1970. */
    readonly deviceMs: number;
  };
  /** Set by the batch that accepts the order. It is valid only once the outcome is known. */
  receipt?: Receipt;
};

/** The platform's signed promise for one order in a batch. */
export type Receipt = {
  /** The signed text, which names the root of the batch. */
  readonly text: string;
  /** In hex. */
  readonly signature: string;
  readonly leaf: string;
  /** The position of the leaf in the tree, from 0, and the hashes that lead from it to the root, in hex. */
  readonly place: number;
  readonly path: readonly string[];
};

export type Submission<Input, Answer, Code extends string> = {
  readonly command: Command<Input, Answer, Code>;
  readonly input: Input;
  readonly book: bigint;
  /** The session in which the customer made the request. Absent for triggers and operators. */
  readonly acting?: Acting;
  /** Unique within the book. A repeated request with the same key gets the stored answer. */
  readonly key: string;
  /** Whether the key was generated for this submission, so that no answer can be stored for it yet. */
  readonly freshKey?: boolean;
  /**
   * Set if no answer is to be stored, because the row shows whether the command was executed, and executing it again changes
   * nothing. Up to ten thousand triggers fire at a time, and storing their answers would be a fifth of the work.
   */
  readonly keepsNoAnswer?: boolean;
  /** Distinguishes a repeated request from a different request with the same key. */
  readonly bodyHash: string;
  readonly order?: Ordered;
  /** Wall-clock time (ms) after which the command is refused, with a request to retry with the same key. */
  readonly deadlineMs: number;
  /** Whether the command is a firing by the engine. Firings take precedence over customers' commands. */
  readonly urgent?: boolean;
};

/** Refusals by the executor, as opposed to refusals by a command's rules. */
export type ExecutorRefusal = 'key_reused' | 'busy' | 'too_many_requests';
/** Refusals of requests by an API key outside its mandate (`identity/api-keys/mandate.ts`). */
export type KeyRefusal =
  | 'api_key_revoked'
  | 'api_key_expired'
  | 'account_frozen'
  | 'api_scope_missing'
  | 'api_symbol_refused'
  | 'api_order_too_big'
  | 'api_loss_reached'
  | 'api_order_waits';
export type SubmissionOutcome<Answer, Code extends string> = Outcome<Answer, Code | ExecutorRefusal>;
