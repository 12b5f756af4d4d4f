/** Which published terms stand under which heading, and which of their figures are what. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Subject = CallOutput<'GET transparency/terms'>[number];
export type Version = Subject['versions'][number];

export const groups = ['deposit', 'withdrawal', 'exchange', 'address', 'manual', 'instrument'] as const;
export type Group = (typeof groups)[number];

const figures = [
  'open',
  'min',
  'max',
  'day_max',
  'two_from',
  'fee_rate',
  'max_usdt',
  'unused_max',
  'promotion_max_usdt',
  'cool_off_seconds',
] as const;
export type Figure = (typeof figures)[number];

/** "deposit:BTC:bitcoin" in its parts; a subject that this app does not know yet is left out. */
export function subjectOf(subject: string): { group: Group; parts: string[] } | undefined {
  const [head = '', ...parts] = subject.split(':');
  const group = groups.find((known) => known === head);
  return group === undefined ? undefined : { group, parts };
}

/** The figures of a version in one order, those that this app knows. */
export function figuresOf(version: Version): { name: Figure; value: string | boolean }[] {
  return figures.flatMap((name) => {
    const value = version.body[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

export type Standing = 'current' | 'coming' | 'over' | 'replaced';

/** Whether a version counts, will, did, or was replaced before it began. */
export function standingOf({ current, effective_at: from, until }: Version, now: number): Standing {
  if (current) return 'current';
  if (until !== null && until <= from) return 'replaced';
  return from > now ? 'coming' : 'over';
}

/** What counts first, then what will, then what is over; of each the newest first. */
export function versionsShown(versions: readonly Version[], now: number): Version[] {
  const rank: Record<Standing, number> = { current: 0, coming: 1, over: 2, replaced: 2 };
  return versions.toSorted(
    (one, other) => rank[standingOf(one, now)] - rank[standingOf(other, now)] || other.version - one.version,
  );
}
