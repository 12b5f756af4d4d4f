/** Measures how long the databases' disk takes to flush written data. Every durable order waits for a flush. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './figure.ts';

/** About as much as a batch of sixty orders writes. */
const BYTES = 96 * 1024;
const SAMPLES = 600;
/** A file as long as a WAL segment, which is likewise overwritten and does not grow. */
const FILE_BYTES = 16 * 1024 * 1024;
const PAUSE_MS = 5;

export async function flushMs(): Promise<{ readonly p50Ms: number; readonly p99Ms: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-flush-'));
  const file = await open(join(folder, 'written'), 'w');
  try {
    await file.write(Buffer.alloc(FILE_BYTES, 1));
    await file.datasync();
    const bytes = Buffer.alloc(BYTES, 2);
    const tookMs: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await file.write(bytes, 0, BYTES, (sample * BYTES) % (FILE_BYTES - BYTES));
      const beganMs = performance.now();
      await file.datasync();
      tookMs.push(performance.now() - beganMs);
      await delay(PAUSE_MS);
    }
    return { p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99) };
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
