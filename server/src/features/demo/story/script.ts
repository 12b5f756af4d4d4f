/**
 * The script of a new demo's story: the actions of two customers, a friend and a few newcomers over three weeks, and the
 * operators' decisions. Days and hours are relative to the story's beginning, three weeks before the present.
 */
import type { Scene } from './lines.ts';
import { thisMorning } from './this-morning.ts';
import { weekOne } from './week-one.ts';
import { weekThree } from './week-three.ts';
import { weekTwo } from './week-two.ts';

export const script: readonly Scene[] = [...weekOne, ...weekTwo, ...weekThree, ...thisMorning];
