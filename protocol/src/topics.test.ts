/** Every touched topic is read by some call, and every command that touches nothing is listed here. */
import { expect, it } from 'vitest';
import type { CallRow } from './call.ts';
import { calls, topics } from './features.ts';
import type { CallName } from './calls.ts';
import { channels } from './channels.ts';

const rows = Object.entries(calls) as [CallName, CallRow][];
const readTopics = new Set(rows.flatMap(([, { reads = [] }]) => reads));

/** Commands after which no earlier response is stale, because a new or closed account has none. */
const touchNothing: readonly CallName[] = ['POST user/register', 'POST user/close'];

it('has a call that reads each topic touched by a call or an event', () => {
  const touched = [
    ...rows.map(([, { touches }]) => touches),
    ...Object.values(channels).map((row) => ('touches' in row ? row.touches : undefined)),
  ].flatMap((one) => (one === undefined || one === 'everything' ? [] : one));
  expect(touched.filter((topic) => !readTopics.has(topic))).toEqual([]);
  expect(topics.filter((topic) => !readTopics.has(topic))).toEqual([]);
});

it('declares the touched topics of every command, except those listed', () => {
  const silent = rows.filter(([, row]) => row.idempotent && row.touches === undefined);
  expect(silent.map(([name]) => name).toSorted()).toEqual(touchNothing.toSorted());
});

it('has no call that both reads and touches topics', () => {
  const both = rows.filter(([, { reads, touches }]) => reads !== undefined && touches !== undefined);
  expect(both.map(([name]) => name)).toEqual([]);
});
