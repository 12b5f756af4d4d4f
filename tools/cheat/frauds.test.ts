/**
 * Commits quick frauds on one copy of the platform, each of which the stranger must find, and checks that nothing but a copy can
 * be cheated on. `tools/cheat-all.test.ts` commits all of them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseOthers } from './copy.ts';
import { ownerOf } from './crime.ts';
import { FRAUDS } from './frauds.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const QUICK = ['swapped-terms', 'dropped-order', 'deleted-record'];
const frauds = FRAUDS.filter(({ name }) => QUICK.includes(name));
const other = mkdtempSync(join(tmpdir(), 'candor-other-'));
let stage: Stage;

beforeAll(async () => {
  stage = await openStage(frauds, () => undefined);
}, 240_000);
afterAll(async () => {
  await stage.close();
  rmSync(other, { recursive: true, force: true });
});

test.each(frauds)('the stranger finds $name within a minute', { timeout: 240_000 }, async (fraud) => {
  const { alarm, afterMs } = await stage.commit(fraud);
  expect(fraud.foundBy).toContain(alarm?.kind);
  expect(afterMs).toBeLessThan(60_000);
});

test('refuses a data folder that is not a marked copy', async () => {
  const marked = join(other, 'data');
  mkdirSync(marked);
  writeFileSync(join(marked, 'a-copy-to-cheat-on'), '');
  for (const data of [marked, '.data', join(stage.copy.folder, 'none'), `${stage.copy.data}/../../other`]) {
    expect(() => refuseOthers(data)).toThrow('is not a copy');
  }
  await expect(ownerOf({ ...stage.copy, data: marked })('select 1')).rejects.toThrow('is not a copy');
});
