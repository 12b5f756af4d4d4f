/**
 * Plays the story of a new demo in the background, as soon as the server has started: passes the time to each scene and plays
 * its lines in order, over HTTP. Stops with the server, and resumes at the next start.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Pool } from '../../../db/pool.ts';
import type { Log } from '../../../log.ts';
import type { Worker } from '../../../platform/feature.ts';
import { demoCustomers } from '../seed.ts';
import { tellsStory } from './beginning.ts';
import type { Story } from './beginning.ts';
import { cast } from './cast.ts';
import { playCustomer } from './customer-lines.ts';
import { RefusedError } from './doors.ts';
import type { Addresses } from './doors.ts';
import type { Line, OperatorLine, Scene } from './lines.ts';
import { readNotes, writeNotes } from './notebook.ts';
import type { Notes } from './notebook.ts';
import { playOperator } from './operator-lines.ts';
import { passing } from './passing.ts';
import type { Passing } from './passing.ts';
import { script } from './script.ts';
import { Stage } from './stage.ts';
import type { Made } from './stage.ts';

/** Refusals because a market is closed. The line is tried again at a later scene. */
const CLOSED = new Set(['market_closed', 'market_closed_until']);
/** How often the progress file is rewritten, even without progress, to show that the story is still running. */
const TOUCH_EVERY_MS = 3_000;
/** Cost of passing a day, expressed in lines, for the estimate of the remaining time. */
const LINES_A_DAY = 8;

type Deps = {
  readonly config: Story;
  readonly pool: Pool;
  readonly addresses: Omit<Addresses, 'ending'>;
  readonly log: Log;
};

const isOperators = (line: Line): line is OperatorLine => !Object.hasOwn(cast, line.who);

/** Returns undefined if there is no story to play. */
export function tellStory(deps: Deps): Worker | undefined {
  const { config, log } = deps;
  const notes = readNotes(config.data);
  if (!tellsStory(config) || notes?.state !== 'running') return undefined;
  const telling = new Telling(deps, notes);
  telling.touch();
  const touching = setInterval(() => telling.touch(), TOUCH_EVERY_MS);
  const told = telling
    .all()
    .catch((error: unknown) => {
      // Stopping the server aborts the call in flight, which is no failure.
      if (!telling.isStopped()) log('demo history: failed to continue (it resumes at the next start)', error);
    })
    .finally(() => clearInterval(touching));
  return {
    stop: async () => {
      telling.stop();
      await told;
    },
  };
}

class Telling {
  readonly #deps: Deps;
  readonly #stage: Stage;
  readonly #passing: Passing;
  readonly #made: Map<string, Made>;
  readonly #startedMs = performance.now();
  #notes: Notes;
  readonly #ending = new AbortController();
  #done = 0;

  constructor(deps: Deps, notes: Notes) {
    this.#deps = deps;
    this.#notes = notes;
    this.#made = new Map(Object.entries(notes.made));
    this.#stage = new Stage({ ...deps.addresses, ending: this.#ending.signal }, this.#made);
    this.#passing = passing({
      pool: deps.pool,
      admin: () => this.#stage.operator('ada'),
      isStopped: () => this.isStopped(),
    });
  }

  isStopped(): boolean {
    return this.#ending.signal.aborted;
  }

  stop(): void {
    this.#ending.abort();
  }

  touch(): void {
    const sinceMs = Date.now() - this.#notes.writtenMs;
    const secondsLeft = Math.max(1, this.#notes.secondsLeft - Math.round(sinceMs / 1000));
    writeNotes(this.#deps.config.data, { ...this.#notes, secondsLeft, writtenMs: Date.now() });
  }

  async all(): Promise<void> {
    let number = 0;
    await this.#passing.settled();
    await this.#pinsAgain();
    for (const scene of script) {
      const first = number;
      number += scene.lines.length;
      if (number <= this.#notes.lines) continue;
      await this.#passing.to(timeOf(scene, this.#notes));
      await this.#again();
      for (const [at, line] of scene.lines.entries()) {
        if (this.isStopped()) return;
        if (first + at < this.#notes.lines) continue;
        await this.#play(line, first + at);
        this.#keep({ lines: first + at + 1 }, scene);
      }
    }
    await this.#passing.toPresent();
    if (this.isStopped()) return;
    await this.#stage.leave();
    this.#keep({ state: 'finished' });
    const seconds = Math.round((performance.now() - this.#startedMs) / 1000);
    this.#deps.log(`demo history: played three weeks in ${seconds} s`);
  }

  /** Every start of a demo clears the PINs that its example customers set, so a resumed story sets them again. */
  async #pinsAgain(): Promise<void> {
    const happened = script.flatMap(({ lines }) => lines).slice(0, this.#notes.lines);
    for (const [number, line] of happened.entries()) {
      const isExample = demoCustomers.some(({ account }) => account === line.who);
      if (isExample && line.does === 'sets a trading PIN') await this.#play(line, number);
    }
  }

  /** Retries the lines whose market was closed. */
  async #again(): Promise<void> {
    const { postponed } = this.#notes;
    if (postponed.length === 0) return;
    this.#keep({ postponed: [] });
    const lines = script.flatMap((scene) => scene.lines);
    for (const number of postponed) {
      const line = lines[number];
      if (line !== undefined) await this.#play(line, number);
    }
  }

  /** A refused line is logged, and the story continues, because a demo's visitors may have changed the accounts meanwhile. */
  async #play(line: Line, number: number): Promise<void> {
    // A retried line is a new request with a new key, because the prices have changed.
    const again = number < this.#notes.lines ? `-${this.#notes.lines}` : '';
    const at = { stage: this.#stage, key: `demo-history-${number}${again}` };
    try {
      if (isOperators(line)) {
        await playOperator(line, at);
        return;
      }
      const id = await playCustomer(line, at);
      if (line.as !== undefined && id !== undefined) this.#made.set(line.as, { who: line.who, id });
    } catch (error) {
      if (this.isStopped()) throw error;
      if (error instanceof RefusedError && CLOSED.has(error.code)) {
        this.#keep({ postponed: [...this.#notes.postponed, number] });
        return;
      }
      this.#deps.log(`demo history: skipped line ${number} (${line.who} ${line.does})`, error);
    }
  }

  #keep(change: Partial<Notes>, scene?: Scene): void {
    this.#done += 1;
    this.#notes = {
      ...this.#notes,
      ...change,
      made: Object.fromEntries(this.#made),
      ...(scene !== undefined && { secondsLeft: this.#secondsLeft(scene) }),
      writtenMs: Date.now(),
    };
    writeNotes(this.#deps.config.data, this.#notes);
  }

  #secondsLeft(scene: Scene): number {
    const total = script.flatMap(({ lines }) => lines).length;
    const last = script.at(-1)?.day ?? 0;
    const spent = this.#notes.lines + LINES_A_DAY * scene.day;
    const rest = total - this.#notes.lines + LINES_A_DAY * (last - scene.day);
    const elapsed = (performance.now() - this.#startedMs) / 1000;
    if (this.#done < 3 || spent === 0) return this.#notes.secondsLeft;
    return Math.max(1, Math.ceil((elapsed * rest) / spent));
  }
}

function timeOf({ day, hour }: Scene, { beginsMs }: Notes): number {
  return beginsMs + (day * 24 + hour) * HOUR_MS;
}
