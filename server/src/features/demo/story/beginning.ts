/**
 * Lets a new demo begin three weeks ago. Only an empty database of a simulated demo may: no customer and no run of the market
 * exist yet, so no price and no agreement has a time that would change.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import type { Config } from '../../../config/config.ts';
import type { Pool } from '../../../db/pool.ts';
import { beginInThePast } from '../../../quotes/clock.ts';
import { readNotes, writeNotes } from './notebook.ts';

/** Whole minutes, in which the clock comes back to the present. */
const STORY_MS = 21 * DAY_MS;
/** What a story takes on two cores; the estimate before there is anything to measure. */
const USUAL_SECONDS = 45;

export type Story = Pick<Config, 'mode' | 'role' | 'feed' | 'data' | 'demoHistory'>;

/** Whether this process tells the story of a demo. */
export function tellsStory({ mode, role, feed, demoHistory }: Story): boolean {
  return demoHistory && mode === 'demo' && role === 'all' && feed.kind === 'simulated';
}

/** Must precede the market's first quote. Requires the owner's connection. */
export async function beginStory(owner: Pool, config: Story, nowMs: number): Promise<void> {
  if (!tellsStory(config) || readNotes(config.data) !== undefined) return;
  const { rows } = await owner.query<{ fresh: boolean }>(
    'select not exists (select from customer) and not exists (select from market_run) as fresh',
  );
  if (rows[0]?.fresh !== true) return;
  writeNotes(config.data, {
    ...{ state: 'running', beginsMs: nowMs - STORY_MS, lines: 0, postponed: [], made: {} },
    ...{ secondsLeft: USUAL_SECONDS, writtenMs: nowMs },
  });
  await beginInThePast(owner, STORY_MS);
}
