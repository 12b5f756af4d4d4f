/**
 * `npm run cheat`: commits frauds on a copy of the platform, as an owner of its database and keys could, and shows how a
 * stranger's watch finds each. It never touches any platform but the copy that it makes.
 */
import { parseArgs } from 'node:util';
import { ensureWebBuilt } from './build-web.mjs';
import { FRAUDS } from './cheat/frauds.ts';
import { servePage } from './cheat/page.ts';
import { QUICK, USUAL, openStage } from './cheat/stage.ts';
import type { Found, Stage } from './cheat/stage.ts';

const HELP = `npm run cheat -- [options]

  --all            commits every fraud, one after the other
  --fraud <name>   commits one (repeatable): ${FRAUDS.map(({ name }) => name).join(', ')}
  --pace <name>    quick, or usual: the pace of a watch with its default options (default quick)
  --page           serves a page with a button for each fraud
  --port <number>  the page's port (default 8090)

Each is committed for real, on a copy that is deleted afterwards. Exits with 0 if every fraud was found, and with 1 otherwise.
`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      fraud: { type: 'string', multiple: true },
      pace: { type: 'string', default: 'quick' },
      page: { type: 'boolean', default: false },
      port: { type: 'string', default: '8090' },
      help: { type: 'boolean', default: false },
    },
  });
  const names = values.fraud ?? [];
  const frauds = FRAUDS.filter(({ name }) => values.all || names.includes(name));
  const isUnknown = names.some((name) => FRAUDS.every((fraud) => fraud.name !== name));
  const pace = values.pace === 'quick' ? QUICK : values.pace === 'usual' ? USUAL : undefined;
  if (values.help || isUnknown || pace === undefined || (frauds.length === 0 && !values.page)) {
    (values.help ? process.stdout : process.stderr).write(HELP);
    return values.help ? 0 : 2;
  }
  if ((await ensureWebBuilt()) !== 0) return 2;
  if (values.page) return servePage(Number(values.port));
  const found: Found[] = [];
  let stage: Stage | undefined;
  try {
    for (const [at, fraud] of frauds.entries()) {
      stage ??= await openStage(frauds.slice(at), (line) => console.log(line), pace);
      const one = await stage.commit(fraud);
      found.push(one);
      console.log(lineOf(one));
      if (fraud.ruins !== true || at === frauds.length - 1) continue;
      await stage.close();
      stage = undefined;
    }
  } finally {
    await stage?.close();
  }
  const count = found.filter(({ alarm }) => alarm !== undefined).length;
  console.log(`${count} of ${frauds.length} found`);
  return count === frauds.length ? 0 : 1;
}

function lineOf({ fraud, alarm, afterMs }: Found): string {
  const after = `after ${(afterMs / 1000).toFixed(1)} s`;
  return alarm === undefined
    ? `${fraud}: NOT FOUND, ${after}`
    : `${fraud}: found by ${alarm.kind}, ${after}: ${alarm.detail}`;
}
