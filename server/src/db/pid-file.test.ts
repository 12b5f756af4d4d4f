import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimDataFolder } from './pid-file.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'candor-pid-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('claims a folder, and claims it again after its release', () => {
  const data = folder();
  const claim = claimDataFolder(data);
  expect(readFileSync(join(data, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`);
  if (!('release' in claim)) throw new Error('expected a new folder to be free, found it claimed');
  claim.release();
  expect(claimDataFolder(data)).toHaveProperty('release');
});

test.for(['2147483646', `${process.ppid}`, 'rubbish', ''])(
  'ignores the claim of a dead or unrelated process (%s)',
  (pid) => {
    const data = folder();
    writeFileSync(join(data, 'server.pid'), pid);
    expect(claimDataFolder(data)).toHaveProperty('release');
  },
);
