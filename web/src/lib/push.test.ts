/** The state of push notifications in this browser, and of a subscription left by a different session. */
import { expect, test } from 'vitest';
import { judgeLeft, judgePush } from './push.ts';

const able: Parameters<typeof judgePush>[0] = {
  ...{ isApple: false, isInstalled: false, isSupported: true },
  ...{ permission: 'granted', isSubscribed: true },
};

test.each([
  ['subscribed', able, 'on'],
  ['not subscribed', { ...able, isSubscribed: false }, 'off'],
  ['permission never requested', { ...able, permission: 'default', isSubscribed: false }, 'off'],
  ['permission reset', { ...able, permission: 'default' }, 'off'],
  ['permission denied', { ...able, permission: 'denied' }, 'blocked'],
  ['not supported', { ...able, isSupported: false }, 'unsupported'],
  ['an iPhone in the browser', { ...able, isSupported: false, isApple: true }, 'not_installed'],
  [
    'an old iPhone on the home screen',
    { ...able, isSupported: false, isApple: true, isInstalled: true },
    'unsupported',
  ],
  ['an iPhone on the home screen', { ...able, isApple: true, isInstalled: true }, 'on'],
] as const)('returns the push state: %s', (_, facts, expected) => expect(judgePush(facts)).toBe(expected));

test.each([
  ['the one that subscribed', 'lena 1', 'lena 1', 'renew'],
  ['ended', undefined, 'lena 1', 'drop'],
  ["another customer's", 'wei 1', 'lena 1', 'drop'],
  ['another one of the same customer', 'lena 2', 'lena 1', 'drop'],
  ['any, with an unknown subscriber', 'lena 1', undefined, 'drop'],
  ['missing, with an unknown subscriber', undefined, undefined, 'drop'],
] as const)('renews or drops an existing subscription if the session is %s', (_, here, of, expected) =>
  expect(judgeLeft(here, of)).toBe(expected),
);
