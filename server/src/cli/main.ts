/**
 * `npm run operator`: the operators' command line, with the same rules and audit log as the console. It works on the database of
 * a running server.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { resolve } from 'node:path';
import { vaultKeyOf } from '../config/environment.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { readClock } from '../quotes/clock.ts';
import { startPostgres } from '../db/postgres.ts';
import { doorsUrl, ownersUrl } from '../db/postgres-cluster.ts';
import { FailedAttempts } from '../identity/secrets/failed-attempts.ts';
import { Passwords } from '../identity/secrets/password.ts';
import { openVault } from '../identity/secrets/open-vault.ts';
import { addWithSecret, confirmWithSecret, hasOperators } from './adding.ts';
import { confirmKeyAsOwner, listWaitingKeys } from './keys.ts';
import { readOperatorLine } from './line.ts';
import { rotateHere } from './rotating.ts';
import { signingHere } from './signing.ts';
import { runTask } from './tasks.ts';
import type { OperatorTask } from './line.ts';
import type { KeyTask } from './rotating.ts';
import type { TaskResult } from './sayings.ts';
import { Denials } from '../operators/denials.ts';
import { signIn } from '../operators/operators.ts';
import type { Operator, OperatorCredentials, SignInRefusal } from '../operators/operators.ts';
import { claimDataFolder } from '../db/pid-file.ts';

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
    const dataFolder = resolve(line.data);
    const given = vaultKeyOf({ VAULT_KEY: process.env['VAULT_KEY'] });
    if (line.task.kind === 'key rotate') {
      const ownerUrl = process.env['DATABASE_OWNER_URL'] ?? process.env['DATABASE_URL'];
      return tell(
        await rotateHere(
          { folder: dataFolder, ownerUrl, now: Date.now, vaultKey: given, nextVaultKey: nextVaultKey() },
          line.task,
        ),
      );
    }
    const { task } = line;
    const database = await databaseFor(task, dataFolder);
    try {
      return await work(database.url, { from: { given, dataFolder }, task });
    } finally {
      await database.release();
    }
  } catch (error) {
    return say(failure(error as Error & { code?: string }), WRONG);
  }
}

/**
 * Connects to the running server's database. If no server runs on the data folder, starts its embedded database when an operator
 * is to be added, because a live platform does not open before it has operators.
 */
async function databaseFor(
  task: OperatorTask,
  dataFolder: string,
): Promise<{ readonly url: string; readonly release: () => Promise<void> }> {
  const given = process.env['DATABASE_DOOR_URL'] ?? process.env['DATABASE_URL'];
  // Until a second admin exists, the database owner approves the operators that the first admin adds, because no other admin can.
  const asOwner =
    ['operator add', 'operator key', 'operator keys'].includes(task.kind) ||
    (task.kind === 'operator confirm' && task.asOwner);
  const owner = process.env['DATABASE_OWNER_URL'];
  const beside = async () => ({
    url: asOwner
      ? (owner ?? given ?? (await ownersUrl(dataFolder)))
      : (given ?? (await doorsUrl(dataFolder))),
    release: async () => undefined,
  });
  if (given !== undefined || task.kind !== 'operator add') return beside();
  const claim = claimDataFolder(dataFolder);
  if ('takenBy' in claim) return beside();
  try {
    const postgres = await startPostgres({ directory: dataFolder });
    const release = async (): Promise<void> => {
      await postgres.stop();
      claim.release();
    };
    await migrate(postgres.ownerUrl);
    return { url: postgres.ownerUrl, release };
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** Reads the vault's next key for "key rotate vault", if the current one is supplied in the same way. */
function nextVaultKey(): Buffer | undefined {
  return vaultKeyOf({ VAULT_KEY: process.env['VAULT_KEY_NEXT'] });
}

type Work = {
  readonly from: { readonly given: Buffer | undefined; readonly dataFolder: string };
  readonly task: Exclude<OperatorTask, KeyTask>;
};

async function work(url: string, { from, task }: Work): Promise<number> {
  const pool = createPool(url, { max: 2 });
  const wallNow = Date.now;
  try {
    const { aheadMs } = await readClock(pool);
    const now = (): number => wallNow() + aheadMs;
    const { vault } = await openVault(pool, { ...from, mayCreate: false });
    const adding = task.kind === 'operator add' ? task.adding : undefined;
    if (adding !== undefined && !(await hasOperators(pool))) {
      return tell(
        await addWithSecret({ pool, vault, now, operator: undefined, password: await newPassword() }, adding),
      );
    }
    if (task.kind === 'operator confirm' && task.asOwner) {
      return tell(await confirmWithSecret({ pool, vault, now, operator: undefined }, task.adding));
    }
    if (task.kind === 'operator keys') return tell(await listWaitingKeys(pool));
    if (task.kind === 'operator key') return tell(await confirmKeyAsOwner({ pool, now }, task));
    const credentials = await askWho();
    if (credentials === undefined) {
      return say(
        'Give OPERATOR_ACCOUNT, OPERATOR_PASSWORD and OPERATOR_TOTP, or run this command in a terminal.',
        WRONG,
      );
    }
    const failedAttempts = new FailedAttempts({ pool, vault });
    const operator = await signIn(
      { pool, passwords: new Passwords(1), vault, failedAttempts, now, wallNow },
      credentials,
    );
    if ('kind' in operator) return say(signInFailure(operator), REFUSED);
    const sign = signingHere(vault, wallNow);
    if (task.kind === 'operator add') {
      return tell(
        await addWithSecret({ pool, vault, now, operator, sign, password: await newPassword() }, task.adding),
      );
    }
    if (task.kind === 'operator confirm') {
      return tell(await confirmWithSecret({ pool, vault, now, operator, sign }, task.adding));
    }
    const denials = new Denials({ pool, now });
    const denied = (by: Operator): Promise<void> => denials.note(by, `npm run operator ${task.kind}`);
    return tell(await runTask({ pool, vault, operator, now, denied, sign }, task));
  } finally {
    await pool.end();
  }
}

function tell({ done, text }: TaskResult): number {
  if (!done) return say(text, REFUSED);
  process.stdout.write(`${text}\n`);
  return 0;
}

function signInFailure(violation: SignInRefusal): string {
  if (violation.kind === 'busy') return 'The server is busy; try again.';
  if (violation.kind === 'wrong') return 'The operator, the password or the code is wrong.';
  if (violation.seconds === undefined) return 'Too many wrong attempts; an admin must unlock this operator.';
  return `Too many wrong attempts; try again in ${violation.seconds} seconds.`;
}

/** A value set in the environment is not prompted for. A typed password is not echoed. */
async function askWho(): Promise<OperatorCredentials | undefined> {
  const account = process.env['OPERATOR_ACCOUNT'];
  const password = process.env['OPERATOR_PASSWORD'];
  const totp = process.env['OPERATOR_TOTP'];
  if (account !== undefined && password !== undefined && totp !== undefined) {
    return { account, password, totp };
  }
  if (!process.stdin.isTTY) return undefined;
  const { lines, askQuietly } = prompts();
  try {
    return {
      account: account ?? (await lines.question('Operator: ')),
      password: password ?? (await askQuietly('Password: ')),
      totp: totp ?? (await lines.question('Authenticator code: ')),
    };
  } finally {
    lines.close();
  }
}

async function newPassword(): Promise<string> {
  const given = process.env['OPERATOR_NEW_PASSWORD'];
  if (given !== undefined || !process.stdin.isTTY) return given ?? '';
  const { lines, askQuietly } = prompts();
  return askQuietly('Password of the new operator: ').finally(() => lines.close());
}

/** Prompts on the terminal, without echo for secrets. */
function prompts() {
  let quiet = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!quiet) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const askQuietly = async (question: string): Promise<string> => {
    process.stderr.write(question);
    quiet = true;
    const typed = await lines.question('');
    quiet = false;
    process.stderr.write('\n');
    return typed;
  };
  return { lines, askQuietly };
}

function failure(error: Error & { code?: string }): string {
  if (error.code === 'ECONNREFUSED') return 'The database does not answer. Is the server running?';
  // Another transaction holds the lock, either a call of the customer or another operator's.
  if (error.code === '55P03') return 'Another action holds a lock on this; try again.';
  return `The command failed: ${error.message}`;
}

function say(sentence: string, exitCode: number): number {
  process.stderr.write(`${sentence}\n`);
  return exitCode;
}
