/**
 * A connection may be lost in the middle of any form. Two properties of the code cover all forms, including future ones: typed
 * text is kept in a draft that survives a reload, and a request is either retried with its key or harmless to repeat.
 */
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import { expect, test } from 'vitest';
import { readProject } from './source-files.ts';

/** Only a screen keeps these texts, for the given reason. `useDraft` keeps all other typed text. */
const KEPT_NOWHERE: Readonly<Record<string, string>> = {
  'web/src/confirm/code-way.tsx': 'a code of the moment',
  'web/src/confirm/password-way.tsx': 'a password',
  'web/src/features/content/help-screen.tsx': 'a search',
  'web/src/features/content/news-screen.tsx': 'a search',
  'web/src/features/gallery/fields.tsx': 'the controls themselves, of no form',
  'web/src/features/loans/repay-sheet.tsx': 'the trading password; the amount is a draft',
  'web/src/features/market/market-screen.tsx': 'a search',
  'web/src/features/registration/use-credential-form.ts': 'passwords; the rest is a draft',
  'web/src/features/search/search-screen.tsx': 'a search',
  'web/src/features/security/bind-authenticator.tsx': 'a code of the moment',
  'web/src/features/security/trading-password-screen.tsx': 'the trading password',
  'web/src/features/session/change-password-screen.tsx': 'passwords',
  'web/src/features/session/login-screen.tsx': 'a password; the name is a draft',
  'web/src/features/settings/close-screen.tsx': 'typed to be sure, each time anew',
  'web/src/features/withdrawals/confirm-withdrawal.tsx': 'the trading password',
  'web/src/live/chart/chart-words.ts': 'what a reader is told, typed by nobody',
};

/** The state of a text: initially empty, or an object of empty texts. */
const TEXT_STATE = /useState(?:<string>)?\(\s*(?:''|empty\w*)\s*\)/;

test('keeps typed text across a reload, unless it is on the list of exceptions', () => {
  const places = [...readProject()]
    .filter(([path]) => /^web\/src\/(?:confirm|features|live|positions)\/.*\.tsx?$/.test(path))
    .filter(([path, text]) => !path.includes('.test.') && TEXT_STATE.test(text))
    .map(([path]) => path);
  expect(places.toSorted()).toEqual(Object.keys(KEPT_NOWHERE).toSorted());
});

test('finds for each command a key for retries, or in its row the reason why a repetition is harmless', () => {
  const unkeyed = (Object.entries(calls) as [string, CallRow][]).filter(
    ([name, row]) => name.startsWith('POST ') && !row.idempotent,
  );
  expect(unkeyed.length).toBeGreaterThan(40);
  expect(unkeyed.filter(([, { twice = '' }]) => twice === '').map(([name]) => name)).toEqual([]);
});

test('finds no reason for repetitions in the rows of other calls', () => {
  const keyed = (Object.entries(calls) as [string, CallRow][]).filter(
    ([name, row]) => name.startsWith('GET ') || row.idempotent,
  );
  expect(keyed.filter(([, { twice }]) => twice !== undefined).map(([name]) => name)).toEqual([]);
});
