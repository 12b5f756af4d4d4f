/** The layers below the features. A serving process, or one that fires triggers, opens them and passes them to each feature. */
import type { BidOf, Owed, Worth } from '@candor/domain/ledger/valuation.ts';
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Submit } from '../calls/submit.ts';
import type { Executor } from '../commands/executor.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import type { Opening } from '../identity/accounts.ts';
import type { Identity } from '../identity/identity.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { openBook } from '../ledger/book.ts';
import type { OwnResults } from '../ledger/own-results.ts';
import type { Log } from '../log.ts';
import type { Approvals } from '../operators/approvals.ts';
import type { Denials } from '../operators/denials.ts';
import type { Voucher } from '../operators/keys.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import type { OperatorStreams } from '../operators/operator-streams.ts';
import type { SubmitAct } from '../operators/submit-act.ts';
import type { DepositWays } from '../payments/deposit-methods.ts';
import type { Market } from '../quotes/market.ts';
import type { Terms } from '../terms/terms.ts';

/** The dependencies of triggers. A process that only leads the market has nothing else of the platform. */
export type FiringPlatform = {
  readonly executor: Executor;
  /** Connections with the role that may post to the ledger. */
  readonly pool: Pool;
  readonly terms: Terms;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly jurisdictions: JurisdictionMode;
  /** The wall clock, in milliseconds, for deadlines of submissions. Decisions are dated by the house's time. */
  readonly now: () => number;
  /** The house's time, in milliseconds. */
  readonly houseNow: () => number;
};

/** The dependencies that exist before any trigger fires and before any request is served. */
export type PreparingPlatform = FiringPlatform & {
  readonly mode: Config['mode'];
  /** Connections with the sign-in role. */
  readonly doorPool: Pool;
};

/** Returns the values of the last days and the current value, oldest first. Times are by the market clock. */
export type ValueHistoryOf = (
  customer: bigint,
  days: number,
) => Promise<readonly { readonly timeMs: number; readonly value: Amount }[]>;

/** The dependencies of the features of a serving process. */
export type Platform = Identity & {
  readonly config: Config;
  readonly mode: Config['mode'];
  readonly jurisdictions: JurisdictionMode;
  /** Connections with the sign-in role. */
  readonly pool: Pool;
  /** Dedicated connections for the notifications that the database sends. */
  readonly listening: Pool;
  readonly vault: Vault;
  /** Drops a customer's API keys from the cache, because they have changed. */
  readonly keyed: { readonly forget: (customer: bigint) => void };
  readonly submit: Submit;
  readonly submitAct: SubmitAct;
  readonly opening: Opening & { readonly openBook: typeof openBook };
  readonly market: Market;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly terms: Terms;
  readonly termsAt: InstrumentAt;
  /** Every currency that has a wallet. */
  readonly currencies: readonly string[];
  readonly ways: DepositWays;
  /** Returns a coin's bid in USDT. */
  readonly bidOf: BidOf;
  readonly results: OwnResults;
  /** Returns the total value of a customer and its parts. Every call that states a total uses this function. */
  readonly worthOf: (customer: bigint) => Promise<Worth>;
  readonly worthsOf: (customers: readonly bigint[]) => Promise<ReadonlyMap<bigint, Worth>>;
  /** Returns the amounts that the platform owes a customer outside their balances, and the customer's debts on loans. */
  readonly owedOf: (customer: bigint) => Promise<Owed>;
  /** Returns the total value at the end of past days, computed by the same function. */
  readonly valueHistory: ValueHistoryOf;
  /** Returns the share of customers who lose money, which every leveraged ticket shows. */
  readonly lossShare: () => Promise<CallOutput<'GET transparency/loss_share'>>;
  readonly operatorSessions: OperatorSessions;
  readonly operatorStreams: OperatorStreams;
  readonly denials: Denials;
  readonly approvals: Approvals;
  /** Set only in a demo, whose operators sign with a key of their browser. */
  readonly voucher: Voucher | undefined;
  /** The house's time, in milliseconds: the wall clock, except in a demo that was set forward. It dates all business events. */
  readonly now: () => number;
  /** The wall clock, in milliseconds, for sessions, authenticators, and other machines' clocks. */
  readonly wallNow: () => number;
  /** Reads immediately how far the house's time is ahead of the wall clock, after this process has set it forward. */
  readonly refreshClocks: () => Promise<void>;
  readonly marketNow: () => number;
  /** The port at which the operators' console listens in this process; undefined before it does. */
  readonly consolePort: () => number | undefined;
  readonly log: Log;
};
