/** What spot hands to the rooms that do not know it: its triggers for the engine, its part in starting over. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import type { Connection } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { fireOrder } from './commands.ts';
import { SPOT_ORDER } from './effects.ts';
import { endForStartOver } from './resting.ts';
import { openTriggers } from './store.ts';
import { spotOrders } from './tables.ts';

/** A firing is a command with a key of its own, so that it happens once whoever brings it how often. */
export function spotTriggers(executor: Executor, instruments: ReadonlyMap<string, Instrument>) {
  return {
    kind: SPOT_ORDER,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection),
    fire: async ({
      trigger,
      entry,
    }: {
      trigger: Pick<Trigger, 'book' | 'row' | 'version'>;
      entry: TapeEntry;
    }): Promise<'done' | 'busy'> => {
      const instrument = instruments.get(entry.symbol);
      if (instrument === undefined) throw new Error(`no instrument ${entry.symbol}`);
      const outcome = await executor.submit({
        command: fireOrder,
        input: { id: trigger.row, version: trigger.version, instrument, entry },
        book: trigger.book,
        key: `fire:${SPOT_ORDER}:${trigger.row}:${trigger.version}`,
        bodyHash: '',
        deadlineMs: Date.now() + LIMITS.commands.deadlineMs,
        urgent: true,
      });
      return outcome.ok ? 'done' : 'busy';
    },
  };
}

export const spotStartOver = { open: of(spotOrders), end: endForStartOver };
