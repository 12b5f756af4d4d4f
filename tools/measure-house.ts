/**
 * `npm run measure:house`: prints the project's metrics, each next to its goal, and the parts of those that miss it. The option
 * `-- --keep` records them in `docs/house.json`, and a test fails while one is worse than recorded.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figuresOf } from './house/figures.ts';
import type { Figure } from './house/figures.ts';
import { readProject } from './source-files.ts';

const KEPT = fileURLToPath(new URL('../docs/house.json', import.meta.url));

const keeps = process.argv.includes('--keep');
const whole = process.argv.includes('--parts');
const figures = await figuresOf(readProject());
for (const figure of figures) console.log(line(figure));
for (const { what, value, goal, parts = [] } of figures) {
  if (!whole && (goal === undefined || value <= goal)) continue;
  if (parts.length > 0) console.log(`\n${what}:\n${parts.map((part) => `  ${part}`).join('\n')}`);
}
if (keeps) {
  const kept = Object.fromEntries(figures.map(({ key, value }) => [key, value]));
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}

function line({ what, value, goal, key }: Figure): string {
  const kept = (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number>)[key];
  const beside = [
    goal === undefined ? '' : `goal ${goal}`,
    kept === undefined || kept === value ? '' : `kept ${kept}`,
  ];
  return `${String(value).padStart(6)}  ${what}${beside.map((one) => (one === '' ? '' : `, ${one}`)).join('')}`;
}
