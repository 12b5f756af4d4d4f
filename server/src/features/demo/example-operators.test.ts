/** A demo's console offers example operators; a live platform's console offers none. */
import { expect, test } from 'vitest';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';
import { demoOperators } from '../../operators/demo-operators.ts';
import { exampleOperators } from './example-operators.ts';

const nowMs = Date.UTC(2026, 3, 1, 12);

test('offers each example operator with their current authenticator code in a demo', async () => {
  const answer = await exampleOperators({ mode: 'demo', wallNow: () => nowMs })['GET demo_operators'](
    {},
    {} as never,
  );
  expect(answer).toMatchObject({
    ok: true,
    value: demoOperators.map(({ account, role, password, totpSecret }) => ({
      ...{ account, role, password, totp: totpCode(totpSecret, totpStep(nowMs)) },
    })),
  });
});

test('offers no operators on a live platform', async () => {
  const live = exampleOperators({ mode: 'live', wallNow: () => nowMs });
  expect(await live['GET demo_operators']({}, {} as never)).toMatchObject({
    ok: false,
    refusal: { code: 'not_found' },
  });
});
