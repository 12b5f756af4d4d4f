/** What rows say they read and touch: nothing is touched that nobody reads, and a command that touches nothing is named here. */
import { expect, it } from 'vitest';
import type { CallRow } from './call.ts';
import { calls, topics } from './features.ts';
import type { CallName } from './calls.ts';
import { channels } from './channels.ts';

const rows = Object.entries(calls) as [CallName, CallRow][];
const readTopics = new Set(rows.flatMap(([, { reads = [] }]) => reads));

/** Commands after which nothing that was read is another: a new account or none any more has nothing read yet. */
const touchNothing: readonly CallName[] = ['POST user/register', 'POST user/close'];

it('asks for something anew whatever is touched, by a call or by an event', () => {
  const touched = [
    ...rows.map(([, { touches }]) => touches),
    ...Object.values(channels).map((row) => ('touches' in row ? row.touches : undefined)),
  ].flatMap((one) => (one === undefined || one === 'everything' ? [] : one));
  expect(touched.filter((topic) => !readTopics.has(topic))).toEqual([]);
  expect(topics.filter((topic) => !readTopics.has(topic))).toEqual([]);
});

it('has every command say what it touches', () => {
  const silent = rows.filter(([, row]) => row.idempotent && row.touches === undefined);
  expect(silent.map(([name]) => name).toSorted()).toEqual(touchNothing.toSorted());
});

it('never has a call read what it touches itself', () => {
  const both = rows.filter(([, { reads, touches }]) => reads !== undefined && touches !== undefined);
  expect(both.map(([name]) => name)).toEqual([]);
});
