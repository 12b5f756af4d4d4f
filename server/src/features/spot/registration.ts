/** What spot hands to the rooms that do not know it: its triggers for the engine, its part in starting over. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection } from '../../db/pool.ts';
import { fireOrder } from './commands.ts';
import { SPOT_ORDER } from './effects.ts';
import { endForStartOver } from './resting.ts';
import { openTriggers } from './store.ts';
import { spotOrders } from './tables.ts';

type SpotTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly jurisdictions: JurisdictionMode;
  /** Wall clock. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

/** Resting orders as the engine takes them. */
export function spotTriggers({ executor, instruments, jurisdictions, now }: SpotTriggersDeps) {
  return {
    kind: SPOT_ORDER,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection),
    fire: async ({ trigger, entry }: Firing): Promise<'done' | 'busy'> => {
      const instrument = instruments.get(entry.symbol);
      if (instrument === undefined) throw new Error(`no instrument ${entry.symbol}`);
      return submitFiring(executor, {
        command: fireOrder,
        input: { id: trigger.row, version: trigger.version, instrument, entry, jurisdictions },
        trigger: { ...trigger, kind: SPOT_ORDER },
        nowMs: now(),
      });
    },
  };
}

export const spotStartOver = { open: of(spotOrders), end: endForStartOver };
