/** Networks of API keys: which texts are networks, and which addresses belong to them. */
import { expect, test } from 'vitest';
import { allows, readNetwork } from './networks.ts';

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['2001:db8::1', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/024', false],
  ['203.0.113', false],
  ['1.2.3.4/8/8', false],
  [':::', false],
])('accepts or rejects %s as a network: %s', (text, is) => expect(readNetwork(text) !== undefined).toBe(is));

test.each([
  [[], '198.51.100.1', true],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.7'], '::ffff:203.0.113.7', true],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['203.0.113.0/24'], 'nowhere', false],
])('within %o, %s is allowed: %s', (networks, address, is) => expect(allows(networks)(address)).toBe(is));
