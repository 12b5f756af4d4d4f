/**
 * The story of a new demo, as a script: what two customers, a friend and a few newcomers did in three weeks, and what the
 * operators decided. Days and hours count from the story's beginning, three weeks before the present.
 */
import type { Scene } from './lines.ts';
import { thisMorning } from './this-morning.ts';
import { weekOne } from './week-one.ts';
import { weekThree } from './week-three.ts';
import { weekTwo } from './week-two.ts';

export const script: readonly Scene[] = [...weekOne, ...weekTwo, ...weekThree, ...thisMorning];
