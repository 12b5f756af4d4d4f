/** The fund's hooks in shared modules: triggers for the engine, and its part in demo resets and account closing. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection } from '../../db/pool.ts';
import type { FiringPlatform } from '../../platform/platform.ts';
import { payIncome, startOrder } from './commands.ts';
import { endForStartOver } from './ending.ts';
import { FUND_CLOSED, FUND_INCOME, FUND_START } from './money.ts';
import type { IncomeShares } from './running.ts';
import { openTriggers } from './store.ts';
import { fundOrders } from './tables.ts';

/** Another feature's function that shares income with other customers. */
export type SharesOf<Chain> = (platform: FiringPlatform) => IncomeShares<Chain>;

type FundTriggersDeps<Chain> = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly jurisdictions: JurisdictionMode;
  /** Absent if no customer shares in another customer's income. */
  readonly shares?: IncomeShares<Chain>;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };
type Answer = Promise<'done' | 'busy'>;

/**
 * Trigger sources: orders that start automatically, and orders that await their next mark or the payment for the rest of their
 * last day.
 */
export function fundTriggers<Chain>({ executor, jurisdictions, shares, now }: FundTriggersDeps<Chain>) {
  const pay = payIncome(shares);
  return [
    {
      kind: FUND_START,
      openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection, FUND_START),
      fire: ({ trigger, entry }: Firing): Answer =>
        submitFiring(executor, {
          command: startOrder,
          input: { id: trigger.row, version: trigger.version, entry, jurisdictions },
          trigger: { ...trigger, kind: FUND_START },
          nowMs: now(),
        }),
    },
    {
      kind: FUND_INCOME,
      openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection, FUND_INCOME),
      fire: async ({ trigger, entry }: Firing): Answer => {
        const chain = await shares?.chainOf(trigger.book);
        return submitFiring(executor, {
          command: pay,
          input: { id: trigger.row, version: trigger.version, entry, chain },
          trigger: { ...trigger, kind: FUND_INCOME },
          nowMs: now(),
        });
      },
    },
  ];
}

export const fundStartOver = { open: of(fundOrders), counters: [FUND_CLOSED], end: endForStartOver };
