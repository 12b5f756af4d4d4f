/**
 * The steps of a demo's time. The platform dates by this time, whereas witnesses and this device date by the real time, so the
 * steps decide what is late. The platform could show each customer different steps. Therefore a step is used only after it has
 * been proved in the log that this device keeps: everybody sees the same log, and watches check it for steps that no honest
 * demo makes.
 */
import { RefusedError } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import type { ClockStep } from '@candor/verifier/house-time.ts';
import { createApi } from '../lib/api.ts';
import { lookUpInLog } from './log-keeping.ts';

export type ProvenSteps = {
  readonly steps: readonly ClockStep[];
  /** Whether every step that the platform named for the time was proved. */
  readonly isWhole: boolean;
};

type Proven = {
  /**
   * The steps that were proved since the page was opened, by their entries. A step that is left out later is still used.
   */
  readonly entries: Map<string, ClockStep & { readonly number: number }>;
  isLive: boolean;
};

function createProven(): Proven {
  return { entries: new Map(), isLive: false };
}

/** The proved steps around a time of the platform. Empty on a live platform, whose time is the real one. */
export async function provenSteps(app: AppState, houseMs: number): Promise<ProvenSteps> {
  const proven = app.of(createProven);
  // A live platform never becomes a demo, and the verdict is strictest without steps.
  if (proven.isLive) return { steps: [], isWhole: true };
  const { api } = app.of(createApi);
  const answer = await api('GET demo', { at_ms: String(houseMs) }, { quiet: true });
  if (answer.type !== 'ok') {
    if (answer.error !== 'not_found') throw new RefusedError(answer);
    proven.isLive = true;
    return { steps: [], isWhole: true };
  }
  const { entries } = proven;
  let isWhole = true;
  for (const { number, wall_ms: wallMs, ahead_ms: aheadMs, index } of answer.message.clock_steps) {
    const entry = `candor-clock-v1|${number}|${wallMs}|${aheadMs}`;
    if (entries.has(entry)) continue;
    // oxlint-disable-next-line no-await-in-loop
    const looked = await lookUpInLog(app, { entry, index });
    if (looked !== undefined && 'loggedMs' in looked) entries.set(entry, { number, wallMs, aheadMs });
    else isWhole = false;
  }
  const steps = [...entries.values()].toSorted((one, other) => one.number - other.number);
  return { steps, isWhole };
}
