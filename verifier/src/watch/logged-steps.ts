/**
 * The steps of a demo's time, as the log has them. They decide what counts as late, so a step that no honest demo makes raises an
 * alarm, and is ignored.
 */
import type { ClockStep } from '../house-time.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import { readEntry } from './entries.ts';

type StepEntry = ClockStep & { readonly number: number };

/** The maximum age of a new demo's beginning. */
const PAST_MAX_MS = 60 * DAY_MS;
/**
 * The maximum difference between the clocks of the platform and the witnesses, and the maximum delay until a step is in the log.
 */
const WITHIN_MS = 60_000;

export class LoggedSteps {
  readonly #steps: ClockStep[] = [];
  #number = 0;

  /** The valid steps, in the order of the log. */
  get steps(): readonly ClockStep[] {
    return this.#steps;
  }

  /** `isFirst` says that nothing before it in the log has a date. */
  add({ number, wallMs, aheadMs }: StepEntry, text: string, isFirst: boolean): readonly Alarm[] {
    const last = this.#steps.at(-1) ?? { wallMs: 0, aheadMs: 0 };
    const isNext = number === this.#number + 1;
    this.#number = number;
    const stepMs = aheadMs - last.aheadMs;
    const isPast = isFirst && number === 1 && stepMs < 0 && stepMs >= -PAST_MAX_MS;
    const isForward = stepMs > 0 && stepMs <= DAY_MS && stepMs % MINUTE_MS === 0;
    if (isNext && wallMs >= last.wallMs && (isPast || isForward)) {
      this.#steps.push({ wallMs, aheadMs });
      return [];
    }
    const detail = `Step ${number} of the platform's time does not lead on from the one before.`;
    return [alarm('clock_set_back', detail, text)];
  }
}

/**
 * The new entries that are steps whose real time differs from the witnesses' time. `absentMs` is the witnesses' time of the
 * previous checkpoint, which lacks the entries, and `presentMs` that of the checkpoint with the entries.
 */
export function misdatedSteps(
  entries: readonly string[],
  { absentMs, presentMs }: Readonly<Record<'absentMs' | 'presentMs', number | undefined>>,
): readonly Alarm[] {
  return entries.flatMap((text) => {
    const entry = readEntry(text);
    if (entry?.kind !== 'clock') return [];
    const isLate = absentMs !== undefined && entry.wallMs < absentMs - WITHIN_MS;
    const isAhead = presentMs !== undefined && entry.wallMs > presentMs + WITHIN_MS;
    if (!isLate && !isAhead) return [];
    const detail = `Step ${entry.number} of the platform's time was not made when it says, by the witnesses' time.`;
    return [alarm('clock_set_back', detail, text)];
  });
}
