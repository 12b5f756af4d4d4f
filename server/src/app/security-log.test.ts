import { expect, test } from 'vitest';
import { calls, consoleCalls, refusals } from '@candor/protocol/features.ts';
import { REFUSALS, SUCCESSES, securityLog } from './security-log.ts';

test('logs security events with the network of the caller', () => {
  const lines: string[] = [];
  const heard = securityLog((text) => lines.push(text), { nowMs: () => 0 });
  heard('POST user/login', 'login_wrong', () => '203.0.113.7');
  heard('POST user/login', 'ok', () => '203.0.113.7');
  heard('POST coin/trade', 'balance_insufficient', () => '203.0.113.7');
  heard('console POST login', 'ok', () => '2001:db8:1:2:3:4:5:6');
  expect(lines).toEqual([
    'security: POST user/login was refused (login_wrong) for 203.0.113.7',
    'security: console POST login succeeded for 2001:db8:1:2::/64',
  ]);
});

test('counts the events of a flood instead of logging each one', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const heard = securityLog((text) => lines.push(text), { nowMs: () => nowMs });
  for (let one = 0; one < 250; one += 1) heard('POST user/login', 'login_wrong', () => `203.0.113.${one}`);
  expect(lines).toHaveLength(100);
  heard('console POST login', 'ok', () => '198.51.100.1');
  expect(lines.splice(100)).toEqual(['security: console POST login succeeded for 198.51.100.1']);
  nowMs = 10_000;
  heard('POST user/login', 'login_wrong', () => '203.0.113.1');
  expect(lines.slice(100)).toEqual([
    'security: omitted 150 more events within ten seconds',
    'security: POST user/login was refused (login_wrong) for 203.0.113.1',
  ]);
});

test('names only refusals and calls that exist', () => {
  for (const code of REFUSALS) expect(Object.keys(refusals)).toContain(code);
  const names = [...Object.keys(calls), ...Object.keys(consoleCalls).map((name) => `console ${name}`)];
  for (const call of SUCCESSES) expect(names).toContain(call);
});
