/** A simulated day: people and their steps, the market, the deaths of the server, and the auditor's findings at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { audit, openingOf } from '../audit/auditor.ts';
import { wrongInLedger } from '../audit/ledger-audit.ts';
import { readTapes } from '../audit/tape.ts';
import type { Chance } from '../chance/chance.ts';
import { Chronicle } from '../crowd/chronicle.ts';
import { MOVES } from '../crowd/moves.ts';
import { CHARACTERS, planOf } from '../crowd/plan.ts';
import type { Step } from '../crowd/plan.ts';
import { personOf, setStage } from '../crowd/stage.ts';
import type { Stage } from '../crowd/stage.ts';
import { plantedFault } from '../faults/planted.ts';
import { Agenda } from '../life/agenda.ts';
import { Life } from '../life/life.ts';
import { GeneratedMarket } from '../market/generated-market.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { Wire } from '../wire/wire.ts';
import { openWorld } from '../world/world.ts';
import type { Server } from '../world/world.ts';
import type { RunOptions } from './one-run.ts';
import type { Simulation } from './simulation.ts';

/**
 * How long the market is calm before everybody cancels their orders, and after the last ticket has expired.
 */
const CALM_MS = 5000;
const SECOND_MS = 1000;
/** Matches the server's reports of a bug. */
const BUG = /failed to answer|breach|violation|expected .* found/;
/** Matches its reports of its own death, which are no bugs. */
const AFTER_DEATH = /connection/i;

export class Day {
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
    this.#market = new GeneratedMarket(parts.chance.for('market'), {
      isFlat: plantedFault(parts.options.fault)?.isFlat === true,
    });
  }

  readonly #now = (): number => Math.floor(this.#time.nowMs);

  /** Runs the day and returns what was wrong with it. */
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
    // These reads bypass the wire, so they take no simulated time.
    const tapes = await readTapes(this.#control);
    const books = await wrongInLedger(this.#control);
    const breaches = await this.#server.breaches(this.#control);
    const audited = await this.#until(audit({ tapes, chronicle, people, opening, nowMs: this.#now() }));
    this.checked = audited.checked;
    return [
      ...chronicle.faults,
      ...books,
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

  /** Sends the feed's message of every second, unless the feed is silent. */
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

  /** Lets everything that is pending end, in a calm market. */
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

  /** Lets time pass, restarting the server whenever it dies, until a condition holds. */
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
