/** Authenticator codes, tested with the published vectors, and in the time steps before and after their own. */
import { generateSync } from 'otplib';
import { expect, it } from 'vitest';
import { newTotpSecret, otpauthUrl, stepOf, totpCode, totpStep } from './totp.ts';

/** The vectors of RFC 6238, appendix B, have eight digits and use three hash functions. */
it.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('computes the standard’s code at the time %i', (epoch, sha1, sha256, sha512) => {
  const keyOf = (bytes: number) => Buffer.from('1234567890'.repeat(7).slice(0, bytes));
  const given = ([['sha1', 20] as const, ['sha256', 32] as const, ['sha512', 64] as const] as const).map(
    ([algorithm, bytes]) => generateSync({ secret: keyOf(bytes), algorithm, digits: 8, epoch }),
  );
  expect(given).toEqual([sha1, sha256, sha512]);
  // The standard's secret in base 32; an authenticator shows the last six digits of each of its codes.
  const code = totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', totpStep(epoch * 1000));
  expect(code).toBe(sha1.slice(-6));
});

it.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('reports whether a code %i steps from now is valid: %s', (offset, counts) => {
  const secret = newTotpSecret();
  const nowMs = 1_800_000_000_000;
  for (const within of [0, 29_999]) {
    const step = totpStep(nowMs) + offset;
    expect(stepOf(totpCode(secret, step), { secret, nowMs: nowMs + within })).toBe(counts ? step : undefined);
  }
});

it.each(['', '12345', '1234567', '١٢٣٤٥٦'])('rejects %j as a code', (code) => {
  expect(stepOf(code, { secret: newTotpSecret(), nowMs: 1_800_000_000_000 })).toBeUndefined();
});

it('creates distinct secrets of 160 bits, encoded in base 32', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauthUrl('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'lena')).toBe(
    'otpauth://totp/Candor:lena?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Candor',
  );
});
