/** Compares the systemd units of `deploy` with the project. */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../server/src/config/config.ts';
import { onPath } from './debian.ts';
import { VARIABLES, folderForTest, read } from './deploy/files.ts';
import { exists } from './deploy/image.ts';
import { ROOT } from './install.mjs';

describe('the units', () => {
  const FOLDER = 'deploy/systemd';
  const files = readdirSync(join(ROOT, FOLDER));
  const services = files.filter((file) => file.endsWith('.service'));
  const settingsOf = (file: string) =>
    read(`${FOLDER}/${file}`)
      .split('\n')
      .flatMap((line) => [/^(\w+)=(.*)$/.exec(line)])
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const]));

  test.for(services)('%s runs the server with valid options', (file) => {
    const settings = settingsOf(file);
    const starts = settings.filter(([name]) => name === 'ExecStart').map(([, value]) => value);
    expect(starts).toHaveLength(1);
    const [node = '', program = '', ...args] = (starts[0] ?? '').replaceAll('%i', '8180').split(' ');
    expect(node).toBe('/opt/candor/node_modules/node/bin/node');
    expect(exists(program.replace('/opt/candor/', ''))).toBe(true);
    if (program.endsWith('server/src/main.ts')) expect(readConfig(args, {}).kind).toBe('run');
    for (const [, value] of settings.filter(([name]) => name === 'Environment'))
      expect(VARIABLES).toContain(value.split('=')[0]);
    for (const [, value] of settings.filter(([name]) => name === 'EnvironmentFile'))
      expect(files).toContain(value.replace('-', '').replace('/etc/candor/', ''));
  });

  test.for(services)('%s confines the process to its folders', (file) => {
    const settings = settingsOf(file);
    expect(settings).toEqual(
      expect.arrayContaining([
        ['User', 'candor'],
        ['NoNewPrivileges', 'yes'],
        ['ProtectSystem', 'strict'],
        ['ProtectHome', 'yes'],
        ['PrivateTmp', 'yes'],
        ['CapabilityBoundingSet', ''],
        ['SystemCallFilter', '@system-service'],
      ]),
    );
    // PostgreSQL and V8 generate code at run time, which this setting would forbid.
    expect(settings.map(([name]) => name)).not.toContain('MemoryDenyWriteExecute');
  });

  test.for(files.filter((file) => file.endsWith('.env')))(
    '%s names variables that the server reads',
    (file) => {
      const named = [...read(`${FOLDER}/${file}`).matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
        ([, name]) => name ?? '',
      );
      expect(named.length).toBeGreaterThan(0);
      for (const name of named) expect(VARIABLES).toContain(name);
    },
  );

  test('are valid to systemd', (context) => {
    const systemd = onPath('systemd-analyze');
    if (systemd === undefined) return context.skip('systemd is not installed');
    const folder = folderForTest();
    for (const file of files.filter((one) => !one.endsWith('.env'))) {
      // Neither the account nor the checkout is where the units expect them.
      const text = read(`${FOLDER}/${file}`)
        .replaceAll('/opt/candor', ROOT.replace(/\/$/, ''))
        .replaceAll('=candor\n', '=root\n');
      writeFileSync(join(folder, file.replace('@', '@8180')), text);
    }
    const output = execFileSync(
      systemd,
      ['verify', ...readdirSync(folder).map((file) => join(folder, file))],
      { encoding: 'utf8', stdio: 'pipe' },
    );
    expect(output).toBe('');
  });
});
