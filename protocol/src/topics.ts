/**
 * The topics of responses. A row of the call table names the topics that its response `reads`, and those that it `touches`
 * when it changes something, so that a cache knows which responses to refetch. Each feature defines its topics
 * (`features.ts`).
 */
import type { topics } from './features.ts';

export type Topic = (typeof topics)[number];

/** `everything` stands for all responses about the customer. */
export type Touched = readonly Topic[] | 'everything';
