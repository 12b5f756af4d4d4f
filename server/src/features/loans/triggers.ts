/** The loans' hooks in shared modules: triggers for the engine, and their part in demo resets and account closing. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection } from '../../db/pool.ts';
import { fireLoan } from './commands.ts';
import { LOAN_DUE } from './marks.ts';
import { endForStartOver, RETURN_HOUSE } from './repaying.ts';
import { openTriggers } from './store.ts';
import { loans } from './tables.ts';

type LoanTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

export function loanTriggers({ executor, now }: LoanTriggersDeps) {
  return {
    kind: LOAN_DUE,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection),
    fire: ({ trigger, entry }: Firing): Promise<'done' | 'busy'> =>
      submitFiring(executor, {
        command: fireLoan,
        input: { id: trigger.row, version: trigger.version, entry },
        trigger: { ...trigger, kind: LOAN_DUE },
        nowMs: now(),
      }),
  };
}

export const loansStartOver = { open: of(loans), house: RETURN_HOUSE, end: endForStartOver };
