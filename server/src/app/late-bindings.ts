/** What the parts of a house hear of one another before all of them are there: each is tied in once it exists. */
import type { LeadingEngine } from '../engine/while-leading.ts';
import { unheard } from '../realtime/customer-events.ts';
import type { Committed } from '../realtime/customer-events.ts';

export type Ties = Pick<LeadingEngine, 'lagMs' | 'clockWaitedFor'> & {
  committed: Committed;
  armed: () => void;
};

export function untied(): Ties {
  return {
    committed: unheard,
    armed: () => undefined,
    // Nobody is asked yet.
    lagMs: () => Infinity,
    clockWaitedFor: () => undefined,
  };
}
