/** For tests: runs the operators' command line in a separate process, as an operator of the demo with the current code. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { totpCode, totpStep } from '../../server/src/identity/factors/totp.ts';
import { demoOperators } from '../../server/src/operators/demo-operators.ts';

const OPERATOR_MAIN = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url));

export type Ended = { readonly code: number; readonly out: string; readonly err: string };

export type OperatorRun = {
  /** The server's database and the key that seals its secrets. */
  /** Only the database owner can make used codes valid again. */
  readonly server: { readonly url: string; readonly ownerUrl?: string; readonly vaultKey: string };
  readonly account: string;
  readonly args: readonly string[];
  /** Used instead of the operator's valid ones. */
  readonly password?: string;
  readonly totp?: string;
};

/** The code that an example operator's authenticator shows now. */
export function operatorCode(account: string, steps = 0): string {
  const secret = demoOperators.find((one) => one.account === account)?.totpSecret;
  if (secret === undefined) throw new Error(`expected ${account} to be an operator of the demo, found none`);
  return totpCode(secret, totpStep(Date.now()) + steps);
}

/**
 * A code can be used once and lasts thirty seconds, and a test does not wait for the next one, so the record of used codes is
 * deleted first, unless the test gives a code.
 */
export async function runOperatorLine(run: OperatorRun): Promise<Ended> {
  const { server, account, args } = run;
  const known = demoOperators.find((one) => one.account === account);
  if (run.totp === undefined) await forgetUsedCodes(server.ownerUrl ?? server.url);
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    VAULT_KEY: server.vaultKey,
    OPERATOR_ACCOUNT: account,
    OPERATOR_PASSWORD: run.password ?? known?.password ?? '',
    OPERATOR_TOTP: run.totp ?? (known === undefined ? '000000' : operatorCode(account)),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [OPERATOR_MAIN, ...args], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

async function forgetUsedCodes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update operator set totp_last_step = 0').finally(() => client.end());
}
