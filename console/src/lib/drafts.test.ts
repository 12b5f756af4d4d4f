/** Drafts outlast a session of their author, and are discarded when a different operator logs in. */
import { createAppState } from '@candor/client/app-state.ts';
import { expect, test } from 'vitest';
import { createDrafts } from './drafts.ts';
import { createSession } from './session.ts';

function scene() {
  const app = createAppState();
  const { inMemory } = app.of(createDrafts);
  const { setSession } = app.of(createSession);
  const logIn = (account: string): void =>
    setSession({ token: `of ${account}`, operator: { account, role: 'reviewer', person: account } });
  return { inMemory, logIn, logOut: () => setSession(undefined) };
}

test('keeps drafts while the session of their author has expired', () => {
  const { inMemory, logIn, logOut } = scene();
  logIn('ada');
  inMemory.write('case 7', { reason: 'too old' });
  logOut();
  logIn('ada');
  expect(inMemory.read('case 7')).toEqual({ reason: 'too old' });
});

test('discards drafts when a different operator logs in, and keeps those of another tab', () => {
  const [one, other] = [scene(), scene()];
  for (const { inMemory, logIn } of [one, other]) {
    logIn('ada');
    inMemory.write('case 7', { reason: 'too old' });
  }
  one.logIn('ben');
  expect(one.inMemory.read('case 7')).toBeUndefined();
  expect(other.inMemory.read('case 7')).toEqual({ reason: 'too old' });
});
