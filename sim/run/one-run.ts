/**
 * One run of the simulation, in a process of its own: a day of people, markets, crashes and thieves from a seed, and the auditor's
 * verdict on it.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { audit, openingOf } from '../audit/auditor.ts';
import { Chance } from '../chance/chance.ts';
import { Chronicle } from '../crowd/chronicle.ts';
import type { Deed } from '../crowd/chronicle.ts';
import { MOVES } from '../crowd/moves.ts';
import { CHARACTERS, planOf } from '../crowd/plan.ts';
import type { Step } from '../crowd/plan.ts';
import { personOf, setStage } from '../crowd/stage.ts';
import type { Stage } from '../crowd/stage.ts';
import type { Urls } from '../database/simulated-database.ts';
import { plantedFault } from '../faults/planted.ts';
import { Agenda } from '../life/agenda.ts';
import { Life } from '../life/life.ts';
import { GeneratedMarket } from '../market/generated-market.ts';
import { takeConnections, takeOver } from '../process/one-process.ts';
import { stateHash } from '../state-hash.ts';
import { VirtualTime } from '../time/virtual-time.ts';
import { Wire } from '../wire/wire.ts';
import { loadServer, openWorld } from '../world/world.ts';
import type { Server } from '../world/world.ts';
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
  /** Where every released message is written. */
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
/** How long the market is calm before everybody cancels what waits, and after the last ticket has expired. */
const CALM_MS = 5000;
const SECOND_MS = 1000;
/** What the server reports when it has a bug, or finds one. */
const BUG = /failed to answer|breach|violation|expected .* found/;
/** What it reports of a death, which is no bug. */
const AFTER_DEATH = /connection/i;

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

class Day {
  readonly #options: RunOptions;
  readonly #control: pg.Client;
  readonly #chance: Chance;
  readonly #time: VirtualTime;
  readonly #wire: Wire;
  readonly #simulation: Simulation;
  readonly #server: Server;
  readonly #life = new Life();
  readonly #agenda: Agenda;
  readonly #market: GeneratedMarket;
  readonly #dataFolder = mkdtempSync(join(tmpdir(), 'candor-sim-data-'));
  readonly chronicle = new Chronicle();
  #stage: Stage | undefined;
  #underWay = 0;
  #dying = false;
  #marketOpen = true;
  steps: readonly Step[] = [];
  deaths = 0;
  checked = 0;

  constructor(parts: {
    readonly options: RunOptions;
    readonly control: pg.Client;
    readonly chance: Chance;
    readonly time: VirtualTime;
    readonly wire: Wire;
    readonly simulation: Simulation;
    readonly server: Server;
  }) {
    this.#options = parts.options;
    this.#control = parts.control;
    this.#chance = parts.chance;
    this.#time = parts.time;
    this.#wire = parts.wire;
    this.#simulation = parts.simulation;
    this.#server = parts.server;
    this.#agenda = new Agenda(this.#now);
    this.#market = new GeneratedMarket(parts.chance.for('market'));
  }

  readonly #now = (): number => Math.floor(this.#time.nowMs);

  /** Lives through the day and returns what was wrong with it. */
  async live(): Promise<readonly string[]> {
    await this.#begin();
    this.#quote();
    const { chronicle } = this;
    const scene = { life: this.#life, agenda: this.#agenda, chronicle, now: this.#now };
    const stage = await this.#until(
      setStage(scene, { names: Object.keys(CHARACTERS), chance: this.#chance.for('stage') }),
    );
    this.#stage = stage;
    const people = [...stage.people.values()];
    const opening = await this.#until(openingOf(people));
    await this.#crowd();
    await this.#ending(stage);
    const audited = await this.#until(audit({ control: this.#control, chronicle, people, opening }));
    this.checked = audited.checked;
    const breaches = await this.#server.breaches(this.#control);
    return [
      ...chronicle.faults,
      ...audited.faults,
      ...breaches.map(({ invariant, detail }) => `the invariant ${invariant} is broken: ${detail}`),
    ];
  }

  leave(): void {
    rmSync(this.#dataFolder, { recursive: true, force: true });
  }

  async #begin(): Promise<void> {
    const log = (text: string): void => {
      if (this.#options.isLoud === true) console.log(`${new Date(this.#now()).toISOString()} ${text}`);
      if (BUG.test(text) && !AFTER_DEATH.test(text))
        this.chronicle.fault(`the server reported: ${text.split('\n', 1)[0]}`);
    };
    const parts = { urls: this.#options.urls, dataFolder: this.#dataFolder, log };
    this.#life.begin(await this.#simulation.until(openWorld(this.#server, parts)));
  }

  /** Every second, the feed says something, or nothing. */
  #quote(): void {
    if (!this.#marketOpen) return;
    const message = this.#market.second(this.#now());
    if (message !== undefined) this.#life.world?.feed.send(message);
    this.#agenda.at(this.#now() + SECOND_MS, () => this.#quote());
  }

  async #crowd(): Promise<void> {
    const startMs = this.#now();
    const endMs = startMs + this.#options.minutes * 60_000;
    const { only, gapMs, crashes } = this.#options;
    const plan = planOf(this.#chance.for('plan'), { startMs, endMs, gapMs });
    this.steps = plan.filter(
      ({ n, does }) => (only === undefined || only.includes(n)) && (crashes || does !== 'crash'),
    );
    for (const step of this.steps) this.#agenda.at(step.atMs, () => this.#take(step));
    await this.#pass(() => this.#now() >= endMs && this.#underWay === 0);
  }

  #take(step: Step): void {
    if (step.does === 'crash') {
      this.#dying = true;
      return;
    }
    const stage = this.#stage as Stage;
    const chance = this.#chance.for(`step ${step.n}`);
    this.#underWay += 1;
    MOVES[step.does]({ stage, chance, step: step.n, person: personOf(stage, step.who) })
      .catch((error: Error) => this.chronicle.fault(`step ${step.n} could not go on: ${error.message}`))
      .finally(() => (this.#underWay -= 1));
  }

  /** Lets everything end that waits, in a calm market. */
  async #ending(stage: Stage): Promise<void> {
    this.#market.calmDown(100_000);
    const calmMs = this.#now() + CALM_MS;
    await this.#pass(() => this.#now() >= calmMs);
    const people = [...stage.people.values()];
    const leaving = people.map((person) => person.sends(-2, 'POST order/cancel_all', {}, { key: 'last' }));
    await this.#until(Promise.all(leaving));
    const expiries = this.chronicle.deeds
      .filter((deed) => deed.name === 'POST microtrade/submit')
      .map((deed) => deed.heardMs + Number(deed.fields['seconds']) * SECOND_MS);
    const endMs = Math.max(this.#now(), ...expiries) + CALM_MS;
    await this.#pass(() => this.#now() >= endMs);
  }

  async #until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    done.catch(() => undefined);
    await this.#pass(() => isDone);
    return done;
  }

  /** Lets time pass, and the server die and live again, until something is so. */
  async #pass(isSo: () => boolean): Promise<void> {
    for (;;) {
      const isOver = (): boolean => this.#dying || isSo();
      await this.#simulation.run({ endMs: Infinity, next: () => this.#agenda.next(), isOver });
      if (!this.#dying) return;
      await this.#dieAndLive();
    }
  }

  async #dieAndLive(): Promise<void> {
    this.#dying = false;
    this.deaths += 1;
    this.#life.end();
    this.#time.forget();
    await this.#wire.cut();
    await this.#begin();
  }
}
