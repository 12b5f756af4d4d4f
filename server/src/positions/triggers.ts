/** The positions' hooks in other modules: triggers for the engine, and the positions of a customer who starts over. */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import type { Executor } from '../commands/executor.ts';
import { submitFiring } from '../commands/fire.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';
import type { Connection } from '../db/pool.ts';
import { triggerKind } from './arming.ts';
import { endForStartOver } from './closing.ts';
import { withCover } from './cover.ts';
import { forgiven } from './debts.ts';
import type { Instruments } from './market.ts';
import { firePosition } from './commands.ts';
import { openTriggers } from './store.ts';
import { TRIGGER_PARTS, positions } from './tables.ts';
import { positionExposure } from './exposure.ts';

type PositionTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly instruments: Instruments;
  readonly jurisdictions: JurisdictionMode;
  readonly now: () => number;
};

/** Returns one source of triggers per part. */
export function positionTriggers({
  executor,
  instruments,
  jurisdictions,
  now,
}: PositionTriggersDeps): TriggerSource[] {
  return TRIGGER_PARTS.map((part) => ({
    kind: triggerKind(part),
    openTriggers: (connection: Connection) => openTriggers(connection, { part, instruments }),
    fire: ({ trigger, entry }) =>
      submitFiring(executor, {
        command: firePosition,
        input: { id: trigger.row, part, version: trigger.version, instruments, entry, jurisdictions },
        trigger: { ...trigger, kind: triggerKind(part) },
        nowMs: now(),
      }),
  }));
}

export function positionsStartOver(instruments: Instruments) {
  return {
    open: of(positions),
    exposures: positionExposure,
    end: (facts: Facts, journalSeq: bigint) =>
      withCover(forgiven(endForStartOver(facts, instruments, journalSeq), []), facts),
  };
}
