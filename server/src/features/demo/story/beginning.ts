/**
 * Makes a new demo begin three weeks ago. This is allowed only in the empty database of a simulated demo. There, no customer and
 * no market run exist yet, so no existing price or agreement would change its time.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import type { Config } from '../../../config/config.ts';
import type { Pool } from '../../../db/pool.ts';
import { beginInThePast } from '../../../quotes/clock.ts';
import { readNotes, writeNotes } from './notebook.ts';

/** A whole number of minutes, because the clock returns to the present in steps of minutes. */
const STORY_MS = 21 * DAY_MS;
/** Duration of a story on two cores. It is the estimate until the running story can be measured. */
const USUAL_SECONDS = 45;

export type Story = Pick<Config, 'mode' | 'role' | 'feed' | 'data' | 'demoHistory'>;

/** Whether this process plays the story of a demo. */
export function tellsStory({ mode, role, feed, demoHistory }: Story): boolean {
  return demoHistory && mode === 'demo' && role === 'all' && feed.kind === 'simulated';
}

/** Must run before the market's first quote, on the database owner's connection. */
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
