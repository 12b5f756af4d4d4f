/** The operators that a demo's console offers, and that a live one does not. */
import { expect, test } from 'vitest';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';
import { demoOperators } from '../../operators/demo-operators.ts';
import { exampleOperators } from './example-operators.ts';

const nowMs = Date.UTC(2026, 3, 1, 12);

test('a demo offers each example operator with the code of this very moment', async () => {
  const answer = await exampleOperators({ mode: 'demo', now: () => nowMs })['GET demo_operators'](
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

test('a live house offers nobody', async () => {
  const live = exampleOperators({ mode: 'live', now: () => nowMs });
  expect(await live['GET demo_operators']({}, {} as never)).toMatchObject({
    ok: false,
    refusal: { code: 'not_found' },
  });
});
