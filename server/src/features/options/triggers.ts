/** The options' hooks in shared modules: triggers for the engine, and closing tickets when a demo customer starts over. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { fireTicket } from './commands.ts';
import { OPTION_PARTS, STAKE_HOUSE, triggerKind } from './money.ts';
import { endForStartOver } from './settling.ts';
import { entriesBefore, openTriggers } from './store.ts';
import { tickets } from './tables.ts';
import { ticketExposure } from './exposure.ts';

type OptionTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly pool: Pool;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

export function optionTriggers({ executor, pool, now }: OptionTriggersDeps) {
  const before = entriesBefore(pool);
  return OPTION_PARTS.map((part) => ({
    kind: triggerKind(part),
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection, part),
    fire: async ({ trigger, entry }: Firing): Promise<'done' | 'busy'> =>
      submitFiring(executor, {
        command: fireTicket,
        input: { id: trigger.row, part, entry, before: await before(entry) },
        trigger: { ...trigger, kind: triggerKind(part) },
        nowMs: now(),
      }),
  }));
}

export const optionsCreditStakes = {
  open: of(tickets),
  atStake: (facts: Facts): Amount =>
    facts
      .openRows(tickets)
      .filter((ticket) => ticket.source === 'promo')
      .reduce((sum, ticket) => sum + ticket.stake, 0n),
};

export const optionsStartOver = {
  open: of(tickets),
  exposures: ticketExposure,
  house: STAKE_HOUSE,
  end: endForStartOver,
};
