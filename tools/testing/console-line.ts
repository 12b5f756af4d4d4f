/** For tests: operators at the console's door of a running server, signed in with the code of this moment. */
import pg from 'pg';
import type {
  ConsoleCallName,
  ConsoleOutput,
  ConsoleRequest,
} from '@candor/protocol/console/console-calls.ts';
import { demoOperators } from '../../server/src/operators/demo-operators.ts';
import { knock, newAddress, wellAnswered } from './front-door.ts';
import type { Heard, Sent } from './front-door.ts';
import { operatorCode } from './operator-line.ts';

/** Where the server answers, and its database. */
export type ConsoleAt = { readonly origin: string; readonly url: string };

export type ConsoleLine = {
  readonly account: string;
  readonly token: string;
  readonly device: string | undefined;
  /** Calls a row of the operators' table, "GET cases", and answers whatever is heard. */
  ask<Name extends ConsoleCallName>(
    name: Name,
    fields?: ConsoleRequest<Name>,
    sent?: Pick<Sent, 'headers' | 'raw'>,
  ): Promise<Heard>;
  /** The same where a good answer is expected; anything else fails the test. */
  done<Name extends ConsoleCallName>(
    name: Name,
    fields?: ConsoleRequest<Name>,
    sent?: Pick<Sent, 'headers' | 'raw'>,
  ): Promise<ConsoleOutput<Name>>;
};

/**
 * Signs an example operator in ("sam" support, "rosa" reviewer, "theo" treasurer, "ada" and "ines" admins). A code is good once, and a
 * test does not wait for the next one: which were used is forgotten first.
 */
export async function openConsoleLine(at: ConsoleAt, account: string): Promise<ConsoleLine> {
  const password = demoOperators.find((one) => one.account === account)?.password;
  if (password === undefined) throw new Error(`${account} is no operator of the demo`);
  await forgetUsedCode(at.url, account);
  const fields = { account, password, totp: operatorCode(account) };
  const { body, device } = await knock(at.origin, 'POST console/login', { fields });
  const { token } = wellAnswered(body) as ConsoleOutput<'POST login'>;
  return lineOf(at, { account, token, device });
}

/** Whoever has this token, at the console's door. */
export function lineOf(
  { origin }: Pick<ConsoleAt, 'origin'>,
  who: Pick<ConsoleLine, 'account' | 'token' | 'device'>,
): ConsoleLine {
  const address = newAddress();
  const ask: ConsoleLine['ask'] = (name, fields, sent = {}) => {
    const [method, path] = name.split(' ');
    const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
    return knock(origin, `${method} console/${path}`, {
      ...{ ...sent, address, token: who.token, device: who.device },
      fields: Object.fromEntries(given),
    });
  };
  const done: ConsoleLine['done'] = async (name, fields, sent) =>
    wellAnswered((await ask(name, fields, sent)).body) as ConsoleOutput<typeof name>;
  return { ...who, ask, done };
}

async function forgetUsedCode(url: string, account: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client
    .query('update operator set totp_last_step = 0 where account = $1', [account])
    .finally(() => client.end());
}
