/** Spot's hooks in shared modules: triggers for the engine, and closing orders when a demo customer starts over. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { of } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection } from '../../db/pool.ts';
import { endForStartOver } from './cancelling.ts';
import { fireCancel, fireConversion, fireExpiry, fireOrder } from './commands.ts';
import { SPOT_CANCEL, SPOT_CONVERSION, SPOT_EXPIRY } from './effects.ts';
import { SPOT_KINDS, openTriggers } from './store.ts';
import { spotOrders } from './tables.ts';

type SpotTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly jurisdictions: JurisdictionMode;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

export function spotTriggers({ executor, instruments, jurisdictions, now }: SpotTriggersDeps) {
  return SPOT_KINDS.map((kind) => ({
    kind,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection, kind),
    fire: async ({ trigger, entry }: Firing): Promise<'done' | 'busy'> => {
      const fired = { trigger: { ...trigger, kind }, nowMs: now() };
      const { row: id, version } = trigger;
      if (kind === SPOT_CANCEL)
        return submitFiring(executor, { command: fireCancel, input: { id, entry }, ...fired });
      if (kind === SPOT_EXPIRY)
        return submitFiring(executor, { command: fireExpiry, input: { id, version, entry }, ...fired });
      return submitFiring(executor, {
        command: kind === SPOT_CONVERSION ? fireConversion : fireOrder,
        input: { id, version, instruments, entry, jurisdictions },
        ...fired,
      });
    },
  }));
}

export const spotStartOver = { open: of(spotOrders), end: endForStartOver };
