/**
 * One run of the simulation, in a separate process: a day of people, markets, crashes and thieves from a seed, and the auditor's
 * verdict on it.
 */
import { createWriteStream } from 'node:fs';
import pg from 'pg';
import { Chance } from '../chance/chance.ts';
import type { Deed } from '../crowd/chronicle.ts';
import type { Step } from '../crowd/plan.ts';
import type { Urls } from '../database/simulated-database.ts';
import { plantedFault } from '../faults/planted.ts';
import { takeConnections, takeOver } from '../process/one-process.ts';
import { stateHash } from '../state-hash.ts';
import { VirtualTime } from '../time/virtual-time.ts';
import { Wire } from '../wire/wire.ts';
import { loadServer } from '../world/world.ts';
import { Day } from './day.ts';
import { Simulation } from './simulation.ts';

export type RunOptions = {
  readonly seed: string;
  readonly urls: Urls;
  readonly minutes: number;
  /** The mean time between two steps of a person. */
  readonly gapMs: number;
  /** If given, only these steps of the plan happen. */
  readonly only?: readonly number[] | undefined;
  readonly crashes: boolean;
  /** The name of a planted fault. */
  readonly fault?: string | undefined;
  readonly isLoud?: boolean;
  /** The file to which every released message is written. */
  readonly traceFile?: string | undefined;
};

export type RunResult = {
  readonly seed: string;
  readonly hash: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly faults: readonly string[];
  readonly steps: readonly Step[];
  readonly deeds: readonly Deed[];
  readonly checked: number;
  readonly crashes: number;
  readonly messages: number;
  readonly entries: number;
  readonly simulatedMs: number;
  readonly realMs: number;
  readonly cpuMs: number;
};

/** A Wednesday morning, on which every market is open. */
const START_MS = Date.UTC(2027, 2, 3, 9);

export async function oneRun(options: RunOptions): Promise<RunResult> {
  const realNow = performance.now.bind(performance);
  const beganMs = realNow();
  const { seed, urls } = options;
  const control = new pg.Client({ connectionString: urls.ownerUrl });
  await control.connect();
  await control.query('insert into sim.seed values ($1)', [seed]);
  const fault = plantedFault(options.fault);
  if (fault?.sql !== undefined) await control.query(fault.sql);
  const chance = new Chance(seed);
  const time = new VirtualTime(START_MS);
  const work = takeOver({ time, chance: chance.for('process') });
  const trace = options.traceFile === undefined ? undefined : createWriteStream(options.traceFile);
  const wire = new Wire({
    ...{ control, time, chance: chance.for('wire') },
    ...(trace !== undefined && { trace: (line: string) => void trace.write(`${line}\n`) }),
  });
  takeConnections(() => wire);
  const day = new Day({
    ...{ options, control, chance, time, wire },
    simulation: new Simulation({ time, work, chance: chance.for('order'), wire: () => wire }),
    server: await loadServer(),
  });
  const faults = await day.live();
  const { hash, tables, rows } = await stateHash(control);
  const entries = await control.query<{ count: number }>('select count(*)::int as count from tape');
  const { user, system } = process.cpuUsage();
  day.leave();
  return {
    ...{ seed, hash, rows, faults, tables: Object.fromEntries(tables) },
    ...{ steps: day.steps, deeds: day.chronicle.deeds, checked: day.checked, crashes: day.deaths },
    ...{ messages: wire.released, entries: entries.rows[0]?.count ?? 0 },
    ...{ simulatedMs: time.nowMs - START_MS, realMs: realNow() - beganMs, cpuMs: (user + system) / 1000 },
  };
}
