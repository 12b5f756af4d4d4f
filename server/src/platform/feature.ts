/**
 * Declares what a feature adds to the product, as one value. Parts that don't depend on the platform are plain values. Parts that
 * do are functions of it, so that each process takes only what it needs: a process that fires triggers, or an audit, serves no
 * requests.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { PayoutReports, PictureAt } from '../calls/beside-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import type { Handlers } from '../calls/handler.ts';
import type { Command, Effects, Facts } from '../commands/command.ts';
import type { Raw } from '../commands/fields.ts';
import type { RowTable } from '../commands/table.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';
import type { Example } from '../identity/examples.ts';
import type { Exposures } from '../identity/own-limits.ts';
import type { Invariant } from '../ledger/invariants.ts';
import type { IncomePart } from '../ledger/own-results.ts';
import type { CaseSource } from '../operators/cases.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Terms } from '../terms/terms.ts';
import type { OpenOrdersPart } from './open-orders.ts';
import type { FiringPlatform, Platform, PreparingPlatform } from './platform.ts';
import type { TimelineEvents, TimelineItems } from './timeline.ts';

/** The open rows that a feature closes when a customer starts over, and how it closes them. */
export type StartOverPart = {
  readonly open: RowTable<never>;
  /** Whether the rows are closed automatically once their account is closed, so that they don't prevent closing it. */
  readonly endsOnceClosed?: boolean;
  /** The house accounts from which the feature pays. */
  readonly house?: readonly (readonly [HouseAccount, string])[];
  /** The shared counters that are locked while the rows are closed. */
  readonly counters?: readonly string[];
  /** `journalSeq` is the number that the first of the returned journals will have. */
  readonly end: (facts: Facts, journalSeq: bigint) => Omit<Effects<never>, 'answer'>;
  /** The exposure of the closed rows for self-imposed limits. */
  readonly exposures?: Exposures<never>;
};

/** Experience credit that the house holds until one of the feature's rows is closed. */
export type CreditStakes = {
  readonly open: RowTable<never>;
  readonly atStake: (facts: Facts) => Amount;
};

/** The published terms that apply to the decision of commands. */
export type DecidingTerms = Pick<
  Terms,
  'instrument' | 'option' | 'exchange' | 'withdrawal' | 'deposit' | 'loan' | 'manual'
>;
type DecidedCommand = Command<never, unknown>;

/** The feature's commands that an auditor can decide again from their records, and those whose records have only the effects. */
export type Reexecution = {
  readonly commands?: readonly DecidedCommand[];
  /** Commands, by name, that get published terms from the process that runs them. */
  readonly underTerms?: Readonly<Record<string, (terms: DecidingTerms) => DecidedCommand>>;
  /**
   * The names of the commands whose records have only the effects on money and on recorded tables. A test finds a command that
   * is neither here nor decided again.
   */
  readonly effectsAlone?: readonly string[];
  /** The tables that the commands decided again read or write, in addition to those that every command may need. */
  readonly tables?: readonly RowTable<never>[];
  /** Those of the tables whose rows are also changed outside commands. */
  readonly changedElsewhere?: readonly RowTable<never>[];
  /** Returns the input that a process adds to these commands. By default, this is the input that a process adds to an order. */
  readonly supplied?: (
    terms: DecidingTerms,
    gathered: Pick<Gathered, 'creditStakes'>,
  ) => Readonly<Record<string, unknown>>;
};

export type ExportSection = {
  readonly section: string;
  readonly rows: (customer: bigint) => Promise<readonly Record<string, unknown>[]>;
};

/** Formats a row of a table as the API does. The columns are text, and have the values at the time of the event. */
export type RowView = {
  readonly table: string;
  readonly show: (row: Raw) => object | Promise<object>;
};

/** The number of a deal and, if it had several fills, of a fill. */
export type Deal = { readonly id: bigint; readonly fill?: number | undefined };
/** Assembles the evidence file of a customer's deal, or returns the reason why there is none. */
export type EvidenceOf = (
  customer: bigint,
  deal: Deal,
) => Promise<
  Outcome<{ readonly symbol: string; readonly body: string }, 'trade_not_found' | 'order_state_wrong'>
>;

/** An outbox. `waiting` is a select of one number, `value`. */
export type Outbox = { readonly kind: string; readonly waiting: string };

/** The counters of exposure by symbol, which contain the possible gains of open rows, and their maximum. */
export type Exposure = { readonly counters: ReadonlyMap<string, string>; readonly max: Amount };

/** Background work that can be stopped. */
export type Worker = { readonly stop: () => unknown };

/**
 * Starts work for the whole platform. Several processes may run it at the same time, because each task is claimed in the
 * database.
 */
export type Job = () => Worker;

/** The parts that a feature adds to the servers of a serving process. */
export type Served<Calls, ConsoleCalls> = {
  readonly calls?: Calls;
  readonly consoleCalls?: ConsoleCalls;
  /** The resources that this process needs to serve, such as caches. */
  readonly workers?: readonly Worker[];
  /** Started only in a process that does background work (`--role worker` or `all`). */
  readonly jobs?: readonly Job[];
  readonly pictureAt?: PictureAt;
  /** Receives the payment provider's reports, if there is a provider. */
  readonly payoutReports?: PayoutReports | undefined;
  /** The operator roles that may receive live events. */
  readonly liveRoles?: readonly OperatorRole[];
  /** Called with the customers' devices once they can connect. */
  readonly connect?: (devices: Realtime) => Worker | undefined;
};

export type Feature<Calls = object, ConsoleCalls = object> = {
  readonly name: string;
  /**
   * The feature's open rows that are closed when a customer starts over. They also prevent closing the account, unless the part
   * states otherwise.
   */
  readonly startOver?: readonly StartOverPart[];
  /** Further tables whose open rows prevent closing an account. */
  readonly keepsOpen?: readonly RowTable<never>[];
  readonly creditStakes?: readonly CreditStakes[];
  /** The feature's resting orders, for calls that cancel the orders of every product. */
  readonly openOrders?: readonly OpenOrdersPart[];
  readonly workQueue?: readonly CaseSource[];
  /**
   * The description of the feature's journals on a customer's timeline, for operators, and its events that moved
   * no money.
   */
  readonly timelineItems?: readonly TimelineItems[];
  readonly timelineEvents?: readonly TimelineEvents[];
  /**
   * Counts the items that the feature passes to other systems, that were created before `$1` (in milliseconds), and that are
   * still pending.
   */
  readonly outboxes?: readonly Outbox[];
  readonly exposure?: Exposure;
  /** The invariants of the feature's rows, as SQL. */
  readonly invariants?: readonly Invariant[];
  /** Defines which of the feature's journals are income of the customer. */
  readonly income?: readonly IncomePart[];
  readonly exportSections?: (platform: Platform) => readonly ExportSection[];
  readonly evidence?: (platform: Platform) => EvidenceOf;
  /** The feature's rows as external programs receive them. */
  readonly rowViews?: (platform: Platform) => readonly RowView[];
  /** Runs at every start, before any trigger fires. */
  readonly prepare?: (platform: PreparingPlatform) => Promise<void>;
  /** Runs at every start, once the market runs and the house accounts exist. */
  readonly begin?: (platform: PreparingPlatform) => Promise<void>;
  /** Runs at every start of a demo, and gives the example customers whatever they lack of this feature. */
  readonly seedDemo?: (platform: Platform, examples: readonly Example[]) => Promise<void>;
  readonly triggers?: (
    platform: FiringPlatform,
    gathered: Pick<Gathered, 'creditStakes' | 'openOrders'>,
  ) => readonly TriggerSource[];
  readonly reexecution?: (gathered: Pick<Gathered, 'openOrders'>) => Reexecution;
  /** Called with the contributions of all features. */
  readonly serve?: (
    platform: Platform,
    gathered: Gathered,
  ) => Served<Calls, ConsoleCalls> | Promise<Served<Calls, ConsoleCalls>>;
  /** Wraps the operators' handlers to observe some of their calls. */
  readonly watch?: (handlers: ConsoleHandlers, platform: Platform) => ConsoleHandlers;
};

/** The contributions of all features, for the features that combine them. */
export type Gathered = {
  readonly startOver: readonly StartOverPart[];
  readonly keepsOpen: readonly RowTable<never>[];
  readonly creditStakes: readonly CreditStakes[];
  readonly openOrders: readonly OpenOrdersPart[];
  readonly workQueue: readonly CaseSource[];
  readonly timelineItems: readonly TimelineItems[];
  readonly timelineEvents: readonly TimelineEvents[];
  readonly exposures: readonly Exposure[];
  readonly exportSections: readonly ExportSection[];
  readonly evidence: readonly EvidenceOf[];
  readonly rowViews: readonly RowView[];
};

/** Returns the feature unchanged, with the exact types of the calls that it handles. */
export function feature<
  Calls extends Partial<Handlers> = object,
  ConsoleCalls extends Partial<ConsoleHandlers> = object,
>(value: Feature<Calls, ConsoleCalls>): Feature<Calls, ConsoleCalls> {
  return value;
}
