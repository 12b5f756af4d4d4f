/** Whether this browser can tell, and does. */
import { expect, test } from 'vitest';
import { judgePush } from './push.ts';

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
