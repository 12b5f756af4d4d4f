/** The script of a demo's history: its references, its order, and the cases that it must contain. */
import { expect, test } from 'vitest';
import { cast } from './cast.ts';
import type { Customer, Line } from './lines.ts';
import { DUE_HOUR } from './passing.ts';
import { script } from './script.ts';

const lines: readonly Line[] = script.flatMap((scene) => scene.lines);
const does = (kind: Line['does']): readonly Line[] => lines.filter((line) => line.does === kind);
const operators = ['sam', 'rosa', 'theo', 'ada', 'ines'];
/** Kinds of lines whose `of` is a customer, not the name of an object that an earlier line created. */
const ABOUT_CUSTOMERS = new Set(['approves the documents', 'rejects the documents', 'answers']);

test('schedules the scenes in order of time and within three weeks', () => {
  const hours = script.map(({ day, hour }) => day * 24 + hour);
  expect(hours).toEqual(hours.toSorted((one, other) => one - other));
  expect(new Set(hours).size).toBe(hours.length);
  expect(hours.at(-1)).toBeLessThan(21 * 24);
});

test('refers only to objects that earlier lines created, under unique names', () => {
  const made = new Set<string>();
  for (const line of lines) {
    if ('of' in line && !ABOUT_CUSTOMERS.has(line.does)) expect(made, line.does).toContain(line.of);
    if (line.does === 'withdraws') expect(made).toContain(line.to);
    if (line.as === undefined) continue;
    expect(made).not.toContain(line.as);
    made.add(line.as);
  }
});

test('lets customers act only after their registration', () => {
  const here = new Set<Customer>(['lena', 'wei']);
  for (const line of lines) {
    if (operators.includes(line.who)) {
      if (ABOUT_CUSTOMERS.has(line.does) && 'of' in line) expect(here).toContain(line.of);
      continue;
    }
    const who = line.who as Customer;
    if (line.does === 'registers') here.add(who);
    expect(here, line.does).toContain(who);
    if (line.does === 'verifies') expect(cast[who].papers).toBeDefined();
  }
  expect(here).toEqual(new Set(Object.keys(cast)));
});

test('leaves undecided cases of every kind for the operators', () => {
  const decided = new Set(
    lines.flatMap((line) => (operators.includes(line.who) && 'of' in line ? [line.of] : [])),
  );
  const open = (kind: Line['does']): number =>
    does(kind).filter((line) => !decided.has(line.as ?? '') && !cancelled.has(line.as ?? '')).length;
  const cancelled = new Set(lines.flatMap((line) => (line.does === 'cancels the deposit' ? [line.of] : [])));
  const verified = new Set(does('approves the documents').map((line) => ('of' in line ? line.of : '')));
  expect(open('deposits')).toBeGreaterThanOrEqual(4);
  expect(open('withdraws')).toBeGreaterThanOrEqual(1);
  expect(open('applies for a loan')).toBeGreaterThanOrEqual(2);
  expect(does('verifies').filter(({ who }) => !verified.has(who)).length).toBeGreaterThanOrEqual(3);
  expect(does('holds the withdrawal')).toHaveLength(1);
  expect(does('asks for leverage')).toHaveLength(1);
});

test('has two customers take opposite sides of each option, so that one of them wins at any price', () => {
  for (const scene of script) {
    const stakes = scene.lines.filter((line) => line.does === 'stakes');
    if (stakes.length === 0) continue;
    const [sides, holders] = [new Set(stakes.map(({ side }) => side)), new Set(stakes.map(({ who }) => who))];
    expect(sides).toEqual(new Set(['up', 'down']));
    expect(holders.size).toBeGreaterThan(1);
  }
});

test('has recurring purchases fall due at the hour at which the clock stops', () => {
  expect(does('plans')).toMatchObject([{ who: 'lena', every: 'day', hour: DUE_HOUR }]);
});
