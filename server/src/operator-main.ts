/**
 * `npm run operator`: what operators do until they have a console, with the same rules and the same log. It works on the
 * database of a running server, beside it.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { resolve } from 'node:path';
import { createPool } from './db/pool.ts';
import { servingUrl } from './db/postgres-cluster.ts';
import { Passwords } from './identity/password.ts';
import { readOperatorLine } from './operator-line.ts';
import { runTask } from './operator-tasks.ts';
import type { OperatorTask } from './operator-line.ts';
import { signIn } from './operators/operators.ts';

/** A refusal or a wrong password; and what cannot even be tried. */
const REFUSED = 1;
const WRONG = 2;

process.exitCode = await main();

async function main(): Promise<number> {
  const line = readOperatorLine(process.argv.slice(2));
  if (line.kind === 'help') {
    process.stdout.write(line.text);
    return 0;
  }
  if (line.kind === 'wrong') return say(line.sentence, WRONG);
  try {
    const url = process.env['DATABASE_URL'] ?? (await servingUrl(resolve(line.data)));
    const credentials = await askWho();
    if (credentials === undefined) {
      return say('Give OPERATOR_ACCOUNT and OPERATOR_PASSWORD, or start it in a terminal.', WRONG);
    }
    return await work(url, { credentials, task: line.task });
  } catch (error) {
    return say(failure(error as Error & { code?: string }), WRONG);
  }
}

type Credentials = { readonly account: string; readonly password: string };

async function work(
  url: string,
  { credentials, task }: { credentials: Credentials; task: OperatorTask },
): Promise<number> {
  const pool = createPool(url, { max: 2 });
  try {
    const operator = await signIn(pool, new Passwords(1), credentials);
    if (operator === undefined) return say('The operator or the password is wrong.', REFUSED);
    const { done, text } = await runTask({ pool, operator, now: Date.now }, task);
    if (!done) return say(text, REFUSED);
    process.stdout.write(`${text}\n`);
    return 0;
  } finally {
    await pool.end();
  }
}

/** What the environment gives is not asked for; what is typed of a password is not shown. */
async function askWho(): Promise<Credentials | undefined> {
  const account = process.env['OPERATOR_ACCOUNT'];
  const password = process.env['OPERATOR_PASSWORD'];
  if (account !== undefined && password !== undefined) return { account, password };
  if (!process.stdin.isTTY) return undefined;
  let quiet = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!quiet) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const name = account ?? (await lines.question('Operator: '));
    if (password !== undefined) return { account: name, password };
    process.stderr.write('Password: ');
    quiet = true;
    const typed = await lines.question('');
    process.stderr.write('\n');
    return { account: name, password: typed };
  } finally {
    lines.close();
  }
}

function failure(error: Error & { code?: string }): string {
  if (error.code === 'ECONNREFUSED') return 'The database does not answer; is the server running?';
  // Lock not available: the customer is being served, or another operator acts, at this very moment.
  if (error.code === '55P03') return 'Somebody else is at it right now; try again.';
  return `It could not be done: ${error.message}`;
}

function say(sentence: string, exitCode: number): number {
  process.stderr.write(`${sentence}\n`);
  return exitCode;
}
