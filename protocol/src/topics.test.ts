/** The topics declared in the call table: each touched topic is read by a call, and commands that touch none are listed here. */
import { expect, it } from 'vitest';
import type { CallRow } from './call.ts';
import { calls, topics } from './features.ts';
import type { CallName } from './calls.ts';
import { channels } from './channels.ts';

const rows = Object.entries(calls) as [CallName, CallRow][];
const readTopics = new Set(rows.flatMap(([, { reads = [] }]) => reads));

/** Commands after which no response is stale, because the account is new or closed. */
const touchNothing: readonly CallName[] = ['POST user/register', 'POST user/close'];

it('has at least one call that reads each topic', () => {
  const touched = [
    ...rows.map(([, { touches }]) => touches),
    ...Object.values(channels).map((row) => ('touches' in row ? row.touches : undefined)),
  ].flatMap((one) => (one === undefined || one === 'everything' ? [] : one));
  expect(touched.filter((topic) => !readTopics.has(topic))).toEqual([]);
  expect(topics.filter((topic) => !readTopics.has(topic))).toEqual([]);
});

it('declares touched topics for every command, except registration and account closure', () => {
  const silent = rows.filter(([, row]) => row.idempotent && row.touches === undefined);
  expect(silent.map(([name]) => name).toSorted()).toEqual(touchNothing.toSorted());
});

it('does not declare both read and touched topics for any call', () => {
  const both = rows.filter(([, { reads, touches }]) => reads !== undefined && touches !== undefined);
  expect(both.map(([name]) => name)).toEqual([]);
});
