/**
 * What a feature adds to the product, as one value. What stands on nothing is said as it is; what stands on the platform is
 * a function of it, so that a process takes what it needs: one that fires has nobody to serve, and an audit neither.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import type { Handlers } from '../calls/handler.ts';
import type { Effects, Facts } from '../commands/command.ts';
import type { RowTable } from '../commands/table.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';
import type { PayoutReports } from '../http/payout-route.ts';
import type { PictureAt } from '../http/pictures-route.ts';
import type { Example } from '../identity/examples.ts';
import type { Exposures } from '../identity/own-limits.ts';
import type { Invariant } from '../ledger/invariants.ts';
import type { IncomePart } from '../ledger/own-results.ts';
import type { CaseSource } from '../operators/cases.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { FiringPlatform, Platform, PreparingPlatform } from './platform.ts';

/** A feature's part in starting over: which of its open rows are needed, and how they end. */
export type StartOverPart = {
  readonly open: RowTable<never>;
  /** It ends by itself once its account is closed, and keeps none from being closed. */
  readonly endsOnceClosed?: boolean;
  /** The house's accounts that it takes something from. */
  readonly house?: readonly (readonly [HouseAccount, string])[];
  /** The shared counters that are held while they end. */
  readonly counters?: readonly string[];
  /** `journalSeq` is the number that the first of its journals will have. */
  readonly end: (facts: Facts, journalSeq: bigint) => Omit<Effects<never>, 'answer'>;
  /** How own limits count what ends. */
  readonly exposures?: Exposures<never>;
};

/** What a feature knows of experience credit that lies with the house until something of its own ends. */
export type CreditStakes = {
  readonly open: RowTable<never>;
  readonly atStake: (facts: Facts) => Amount;
};

/** What a customer may take along: a section and its rows. */
export type ExportSection = {
  readonly section: string;
  readonly rows: (customer: bigint) => Promise<readonly Record<string, unknown>[]>;
};

/** A deal by its number; of one that was filled several times, which fill. */
export type Deal = { readonly id: bigint; readonly fill?: number | undefined };
/** Puts the file of a customer's deal together, or says why there is none. */
export type EvidenceOf = (
  customer: bigint,
  deal: Deal,
) => Promise<
  Outcome<{ readonly symbol: string; readonly body: string }, 'trade_not_found' | 'order_state_wrong'>
>;

/** Under which counter what can be won of the house is kept, by symbol, and the most that it may be. */
export type Exposure = { readonly counters: ReadonlyMap<string, string>; readonly max: Amount };

/** What works by itself until it is told to stop. */
export type Worker = { readonly stop: () => unknown };

/** What a feature adds to the doors of a process that serves. */
export type Served<Calls, ConsoleCalls> = {
  readonly calls?: Calls;
  readonly consoleCalls?: ConsoleCalls;
  readonly workers?: readonly Worker[];
  /** The pictures that everybody may see. */
  readonly pictureAt?: PictureAt;
  /** What the payment provider says, where there is one. */
  readonly payoutReports?: PayoutReports | undefined;
  /** Who of the operators may hear what happens while it does. */
  readonly liveRoles?: readonly OperatorRole[];
  /** Is told of the customers' devices once they can connect. */
  readonly connect?: (devices: Realtime) => Worker | undefined;
};

export type Feature<Calls = object, ConsoleCalls = object> = {
  readonly name: string;
  /** Its parts in starting over; what is open of them keeps an account from being closed as well, unless the part says otherwise. */
  readonly startOver?: readonly StartOverPart[];
  /** What else of it keeps an account from being closed while it is open. */
  readonly keepsOpen?: readonly RowTable<never>[];
  readonly creditStakes?: readonly CreditStakes[];
  /** What it lets wait for an operator. */
  readonly workQueue?: readonly CaseSource[];
  readonly exposure?: Exposure;
  /** What must always be true of its rows, asked of the database itself. */
  readonly invariants?: readonly Invariant[];
  /** What of its journals is income of its customer. */
  readonly income?: readonly IncomePart[];
  readonly exportSections?: (platform: Platform) => readonly ExportSection[];
  readonly evidence?: (platform: Platform) => EvidenceOf;
  /** Is done at every start, before anything fires. */
  readonly prepare?: (platform: PreparingPlatform) => Promise<void>;
  /** Is done at every start, once the market runs and the house has its books. */
  readonly begin?: (platform: PreparingPlatform) => Promise<void>;
  /** Gives the example customers of a demo what they miss of it, at every start. */
  readonly seedDemo?: (platform: Platform, examples: readonly Example[]) => Promise<void>;
  /** What of it waits for the market. */
  readonly triggers?: (
    platform: FiringPlatform,
    gathered: Pick<Gathered, 'creditStakes'>,
  ) => readonly TriggerSource[];
  /** Its answers, handed what all the features gave. */
  readonly serve?: (
    platform: Platform,
    gathered: Gathered,
  ) => Served<Calls, ConsoleCalls> | Promise<Served<Calls, ConsoleCalls>>;
  /** The handlers of operators' calls, of which some are looked at by it as they pass. */
  readonly watch?: (handlers: ConsoleHandlers, platform: Platform) => ConsoleHandlers;
};

/** What all the features gave, for those that put it together: nobody knows who gave it. */
export type Gathered = {
  readonly startOver: readonly StartOverPart[];
  readonly keepsOpen: readonly RowTable<never>[];
  readonly creditStakes: readonly CreditStakes[];
  readonly workQueue: readonly CaseSource[];
  readonly exposures: readonly Exposure[];
  readonly exportSections: readonly ExportSection[];
  readonly evidence: readonly EvidenceOf[];
};

/** A feature, of which the types remember which calls it answers. */
export function feature<
  Calls extends Partial<Handlers> = object,
  ConsoleCalls extends Partial<ConsoleHandlers> = object,
>(value: Feature<Calls, ConsoleCalls>): Feature<Calls, ConsoleCalls> {
  return value;
}
