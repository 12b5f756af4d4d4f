import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { configurationMarkdown, variableOf } from './configuration-page.ts';
import { readConfig } from './config.ts';
import { ENVIRONMENT } from './options.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

it('docs/configuration.md equals the output of `npm run print:configuration`', () => {
  expect(readFileSync(path('../../../docs/configuration.md'), 'utf8')).toBe(configurationMarkdown());
});

it('lists every variable that the configuration reads', () => {
  const sources = readdirSync(path('.')).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const read = sources.flatMap((file) =>
    [...readFileSync(path(`./${file}`), 'utf8').matchAll(/environment\['(\w+)'\]/g)].map(([, name]) => name),
  );
  expect([...new Set(read)].toSorted()).toEqual(ENVIRONMENT.map(([name]) => name).toSorted());
});

it('names the variable that an option is read from', () => {
  const read = readConfig([], { [variableOf('metrics-port')]: '9100' });
  expect(read.kind === 'run' && read.config.metrics?.port).toBe(9100);
});
