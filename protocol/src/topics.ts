/**
 * What answers are about. A row of the table of calls says which topics its answer `reads` and which ones it `touches` when it
 * changes something, so whoever keeps answers knows which to ask for anew. Each feature names its own (`features.ts`).
 */
import type { topics } from './features.ts';

export type Topic = (typeof topics)[number];

/** `everything`: all that was ever answered about the customer. */
export type Touched = readonly Topic[] | 'everything';
