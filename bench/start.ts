/** Measures the time from the command until the first page is served, on a built checkout with a seeded database. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';

const WEB = fileURLToPath(new URL('../web/dist/index.html', import.meta.url));
const RUNS = 5;

export async function benchStart(): Promise<Figure[]> {
  if (!existsSync(WEB)) throw new Error('expected a built web app, found none; run npm start once');
  const folder = makeDataFolder();
  const port = await freePort();
  const seconds: number[] = [];
  try {
    // The first start creates and seeds the database; its time is printed, but has no goal.
    for (let run = 0; run <= RUNS; run += 1) {
      const startedMs = performance.now();
      const server = await startServer({ data: folder.path, port });
      const page = await fetch(server.origin);
      if (!page.ok) throw new Error(`expected status 200 for the first page, got ${page.status}`);
      await page.text();
      seconds.push((performance.now() - startedMs) / 1000);
      server.process.kill('SIGTERM');
      await server.ended;
    }
  } finally {
    folder.remove();
  }
  const [first, ...others] = seconds as [number, ...number[]];
  return [
    {
      name: 'start: built and seeded checkout to first page',
      value: median(others),
      unit: 's',
      goal: { atMost: 5 },
    },
    { name: 'start: built checkout without a database to first page', value: first, unit: 's' },
  ];
}
