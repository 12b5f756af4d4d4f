/** Whether this browser can tell, and does. */
import { expect, test } from 'vitest';
import { judgeLeft, judgePush } from './push.ts';

const able: Parameters<typeof judgePush>[0] = {
  ...{ isApple: false, isInstalled: false, isSupported: true },
  ...{ permission: 'granted', isSubscribed: true },
};

test.each([
  ['a browser that does', able, 'on'],
  ['one that could', { ...able, isSubscribed: false }, 'off'],
  ['one that was never asked', { ...able, permission: 'default', isSubscribed: false }, 'off'],
  ['one that lost its leave', { ...able, permission: 'default' }, 'off'],
  ['one that was forbidden', { ...able, permission: 'denied' }, 'blocked'],
  ['one that cannot', { ...able, isSupported: false }, 'unsupported'],
  ['an iPhone in the browser', { ...able, isSupported: false, isApple: true }, 'not_installed'],
  [
    'an old iPhone on the home screen',
    { ...able, isSupported: false, isApple: true, isInstalled: true },
    'unsupported',
  ],
  ['an iPhone on the home screen', { ...able, isApple: true, isInstalled: true }, 'on'],
] as const)('%s', (_, facts, expected) => expect(judgePush(facts)).toBe(expected));

test.each([
  ['the session that asked for it', 'lena 1', 'lena 1', 'renew'],
  ['nobody any more', undefined, 'lena 1', 'drop'],
  ['somebody else, who logged in over them', 'wei 1', 'lena 1', 'drop'],
  ['the same customer with another session', 'lena 2', 'lena 1', 'drop'],
  ['whoever, and nobody noted whose it is', 'lena 1', undefined, 'drop'],
  ['nobody, nor ever was', undefined, undefined, 'drop'],
] as const)('what is left behind, while here is %s', (_, here, of, expected) =>
  expect(judgeLeft(here, of)).toBe(expected),
);
