/** The program: it reads its options, serves, and shuts down on request. */
import { mkdirSync } from 'node:fs';
import { readConfig } from './config/config.ts';
import type { Config } from './config/config.ts';
import { demoCustomers } from './features/demo/seed.ts';
import { LIMITS } from './limits.ts';
import { guardAlone } from './app/guarding.ts';
import { NotReady, configuredItems, lackOf } from './app/live-checklist.ts';
import { createLog } from './log.ts';
import { claimDataFolder } from './db/pid-file.ts';
import { replayViolation } from './quotes/feeds/replay-violation.ts';
import { serve } from './app/serve.ts';
import type { Serving } from './app/serve.ts';

const startedMs = performance.now();

const write = (line: string): boolean => process.stderr.write(line);
let log = createLog(write, Date.now);

async function main(): Promise<void> {
  const read = readConfig(process.argv.slice(2), process.env);
  if (read.kind === 'help') {
    process.stdout.write(read.text);
    return;
  }
  if (read.kind === 'wrong') return wrong(read.sentence);
  const { config } = read;
  log = createLog(write, Date.now, config.logFormat);
  if (config.role === 'guard') return guardUntilTold(config);
  if (config.role === 'worker' && config.database.kind === 'embedded')
    return wrong('--role worker needs the database of a running platform: set DATABASE_URL.');
  const violation = violationOf(config);
  if (violation !== undefined) return wrong(violation);
  mkdirSync(config.data, { recursive: true });
  const claim = claimDataFolder(config.data);
  if ('takenBy' in claim) {
    return wrong(`Another server (process ${claim.takenBy}) runs on the data folder ${config.data}.`);
  }
  await serveUntilTold(config, claim);
}

/** Runs only the guard, for a running platform, until the process is told to stop. */
function guardUntilTold({ database }: Config): void {
  const guard = guardAlone(database, log);
  if (guard === undefined)
    return wrong('--role guard needs the database of a running platform: set DATABASE_URL.');
  const end = (): void => void guard.stop().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

/** Finds mistakes that can be detected before anything is started. */
function violationOf({ mode, feed, ...rest }: Config): string | undefined {
  if (mode === 'live') return lackOf(configuredItems({ feed, ...rest }));
  return feed.kind === 'replay' ? replayViolation(feed.files) : undefined;
}

function wrong(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

async function serveUntilTold(config: Config, claim: { readonly release: () => void }): Promise<void> {
  let ending = false;
  let serving: Serving | undefined;
  const end = (): void => {
    if (ending) return;
    ending = true;
    // A request to stop may arrive during startup. Everything is then stopped below, once startup has finished.
    if (serving === undefined) return;
    // Shutdown takes a limited time, whatever delays it. Nothing that was acknowledged is lost.
    setTimeout(() => process.exit(1), LIMITS.http.stopMs).unref();
    void serving.stop().then(() => {
      claim.release();
      process.exit(process.exitCode ?? 0);
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);

  try {
    serving = await serve(config, log, { apart: config.role === 'all' });
  } catch (error) {
    claim.release();
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  }
  if (ending) {
    await serving.stop();
    claim.release();
    process.exit(0);
  }
  greet(config, serving);
}

/** This machine is printed by its name, because passkeys belong to a name, never to an IP address. */
const named = (host: string): string => (host === '127.0.0.1' ? 'localhost' : host);

/** Prints the server's address and the example logins. */
function greet(config: Config, serving: Serving): void {
  if (config.feed.kind === 'simulated' && config.feed.seed !== undefined) {
    process.stdout.write('PREDICTABLE: with --seed, anyone can compute future prices.\n');
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(
    `Candor runs at http://${named(config.host)}:${serving.port} (ready in ${seconds} s; ${config.mode === 'demo' ? 'play money' : 'live'})\n` +
      (serving.consolePort === undefined
        ? '  background worker: serves no customers\n'
        : `  the operators' console at http://${named(config.console.host)}:${serving.consolePort}/console/\n`) +
      (serving.metricsPort === undefined
        ? ''
        : `  figures for Prometheus at http://${config.metrics?.host}:${serving.metricsPort}/metrics\n`) +
      (config.mode === 'demo' && serving.consolePort !== undefined ? demoCustomers : [])
        .map(({ account, password }) => `  log in as ${account} with ${password}\n`)
        .join(''),
  );
}

/** Returns a message without a stack trace, which would not help a user who only wants to start the program. */
function startFailure(error: unknown): string {
  if (error instanceof NotReady) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE')
    return 'A port is taken by another program; choose others with --port and --console-port.';
  return `The server could not start: ${message ?? String(error)}`;
}

await main();
