/**
 * The topics of responses. A row of the call table names the topics that its response `reads`, and those that it `touches` when
 * it changes something, so that a cache can tell what to refetch. Each feature defines its own (`features.ts`).
 */
import type { topics } from './features.ts';

export type Topic = (typeof topics)[number];

/** `everything`: every earlier response about the customer. */
export type Touched = readonly Topic[] | 'everything';
