/** The server's statistics of fills and the verifier's, which share no code, agree on random lists. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { fillQuality, readPublicFill } from '@candor/domain/trading/fill-quality.ts';
import { readLine } from '../verifier/src/fill-quality/lines.ts';
import { qualityRows } from '../verifier/src/fill-quality/statistics.ts';

const price = fc.bigInt({ min: 1n, max: 10n ** 13n }).map((units) => formatAmount(units));
const orNone = (one: fc.Arbitrary<string>) => fc.option(one, { nil: '', freq: 6 });
const line = fc
  .record({
    id: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((id) => id.toString(16).padStart(64, '0')),
    product: fc.constantFrom('spot', 'contract', 'forex'),
    symbol: fc.constantFrom('BTC/USDT', 'EUR/USD'),
    side: fc.constantFrom('buy', 'sell'),
    how: fc.constantFrom('market', 'market', 'limit', 'stop_loss', 'trailing', 'close_out', 'start_over'),
    accepted: fc.nat(1000),
    later: fc.constantFrom(0, 0, 0, 1, 5),
    ms: fc.nat(100_000),
    waited: fc.integer({ min: -50, max: 5000 }),
    level: orNone(price),
    quoted: orNone(price),
    next: orNone(price),
    paid: price,
    isSame: fc.boolean(),
  })
  .map((made) => {
    const paid = made.isSame && made.quoted !== '' ? made.quoted : made.paid;
    const acceptance = [made.how, 10_000 + made.ms, made.accepted, 500, made.level, made.quoted, made.next];
    const fill = [made.accepted + made.later, 10_000 + made.ms + made.waited, paid, 200_000, 1];
    return [made.id, made.product, made.symbol, made.side, ...acceptance, ...fill].join('|');
  });

const bp = (units: bigint): string => formatAmount(units * 10_000n);

test('the server and the verifier agree on every count, sum and percentile', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 120 }), (lines) => {
      const server = fillQuality(lines.flatMap((text) => readPublicFill(text) ?? []));
      const verifier = qualityRows(lines.flatMap((text) => readLine(text) ?? []));
      expect(
        server.map(({ better, worse, favour, disfavour, waitP50Ms, waitP99Ms, ...row }) => {
          const slips = [better, worse].map(({ count, sum, p99 }) => ({
            ...{ count, sum_bp: bp(sum), p99_bp: p99 === null ? null : bp(p99) },
            mean_bp: count === 0 ? null : bp(sum / BigInt(count)),
          }));
          const moves = [favour, disfavour].map(({ sum, ...rest }) => ({ ...rest, sum_bp: bp(sum) }));
          return {
            ...row,
            ...{ better: slips[0], worse: slips[1], favour: moves[0], disfavour: moves[1] },
            ...{ wait_p50_ms: waitP50Ms, wait_p99_ms: waitP99Ms },
          };
        }),
      ).toEqual(verifier);
    }),
    { numRuns: 200 },
  );
});
