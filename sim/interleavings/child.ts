/** The process of some pairs: a platform on a fresh database. A planted fault is planted before anything loads the server's code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '../chance/chance.ts';
import type { Urls } from '../database/simulated-database.ts';
import { plant } from '../faults/planting.ts';
import { PLANTED_IN_ORDER } from './planted.ts';
import type { Pair, PairResult } from './pair.ts';

export type Share = {
  readonly urls: Urls;
  readonly pairs: readonly Pair[];
  readonly orders: number;
  readonly seed: string;
  readonly fault?: string | undefined;
  readonly isLoud?: boolean | undefined;
};
export type Said = { readonly result: PairResult } | { readonly end: readonly string[] };

/** Otherwise, each trade at market would wait for the next price, and what it does would depend on when that comes. */
const FILLS_AT_ONCE = {
  file: 'server/src/quotes/feeds/external.ts',
  from: 'fillAgeMs: () => 0,',
  to: 'fillAgeMs: () => 4_000,',
};

process.once('disconnect', () => process.exit(1));
process.once('message', (share: Share) => {
  run(share).then(
    (faults) => process.send?.({ end: faults } satisfies Said, () => process.exit(0)),
    (error: Error) => {
      console.error(error.stack);
      process.exit(1);
    },
  );
});

async function run({ urls, pairs, orders, seed, fault, isLoud }: Share): Promise<readonly string[]> {
  plant(FILLS_AT_ONCE);
  const planted = fault === undefined ? undefined : PLANTED_IN_ORDER[fault];
  if (planted !== undefined) plant(planted);
  const { Platform } = await import('./platform.ts');
  const { PairRunner } = await import('./pair.ts');
  const folder = mkdtempSync(join(tmpdir(), 'candor-interleavings-'));
  const platform = new Platform(urls, folder);
  await platform.open();
  const runner = await PairRunner.on(platform);
  for (const pair of pairs) {
    const chance = new Chance(`${seed} ${pair.left} ${pair.right}`);
    const result = await runner.run(pair, { orders, chance });
    process.send?.({ result } satisfies Said);
  }
  const faults = await platform.breaches();
  if (isLoud === true) console.log(platform.lines.join('\n'));
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
  return faults;
}
