/** Links between parts of the server that start at different times. Each link is set once the part that it leads to exists. */
import type { LeadingEngine } from '../engine/while-leading.ts';
import { unheard } from '../realtime/customer-events.ts';
import type { Committed } from '../realtime/customer-events.ts';

export type Ties = Pick<LeadingEngine, 'ownLagMs' | 'clockWaitedFor'> & {
  /** The epoch in which this process leads the market, if it does. */
  ownEpoch: () => bigint | undefined;
  committed: Committed;
  armed: () => void;
  /** The port at which the operators' console listens in this process. */
  consolePort: () => number | undefined;
};

export function untied(): Ties {
  return {
    committed: unheard,
    armed: () => undefined,
    // Until it is known whether this process leads, the triggers are treated as infinitely far behind.
    ownLagMs: () => Infinity,
    ownEpoch: () => undefined,
    clockWaitedFor: () => undefined,
    consolePort: () => undefined,
  };
}
