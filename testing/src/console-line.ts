/** For tests: operators who are logged in at the operators' server of a running platform with the current code. */
import pg from 'pg';
import type {
  ConsoleCallName,
  ConsoleOutput,
  ConsoleRequest,
} from '@candor/protocol/console/console-calls.ts';
import { APPROVAL_HEADER, approvalText, bodyText } from '@candor/protocol/console/approval.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import { isSignedCall, signedActOf } from '@candor/protocol/console/signed-calls.ts';
import { signsAt } from './signing.ts';
import { BrowserSigner } from '../../server/src/operators/browser-signer.ts';
import { demoOperators } from '../../server/src/operators/demo-operators.ts';
import { knock, newAddress, wellAnswered } from './front-door.ts';
import type { Heard, Sent } from './front-door.ts';
import { operatorCode } from './operator-line.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The address of the server, and its database as the owner, because only the owner can make used codes valid again. */
export type ConsoleAt = { readonly origin: string; readonly url: string; readonly ownerUrl?: string };

export type ConsoleLine = {
  readonly account: string;
  readonly token: string;
  readonly device: string | undefined;
  /** The key that this login made, if any. */
  readonly signer?: Pick<BrowserSigner, 'sign'> | undefined;
  /** Calls a row of the operators' table, such as "GET cases", and returns the raw answer. */
  ask<Name extends ConsoleCallName>(
    name: Name,
    fields?: ConsoleRequest<Name>,
    sent?: Pick<Sent, 'headers' | 'raw'>,
  ): Promise<Heard>;
  /** Like `ask`, but fails the test unless the call succeeds. */
  done<Name extends ConsoleCallName>(
    name: Name,
    fields?: ConsoleRequest<Name>,
    sent?: Pick<Sent, 'headers' | 'raw'>,
  ): Promise<ConsoleOutput<Name>>;
};

/**
 * Logs in an example operator ("sam" support, "rosa" reviewer, "theo" treasurer, "ada" and "ines" admins). A code can be used
 * once, and a test does not wait for the next one, so the record of used codes is deleted first.
 */
export async function openConsoleLine(at: ConsoleAt, account: string): Promise<ConsoleLine> {
  const password = demoOperators.find((one) => one.account === account)?.password;
  if (password === undefined)
    throw new Error(`expected ${account} to be an operator of the demo, found none`);
  await forgetUsedCode(at.ownerUrl ?? at.url, account);
  const signer = new BrowserSigner(signsAt(at.origin));
  const fields = { account, password, totp: operatorCode(account), browser_key: signer.publicKey };
  const { body, device } = await knock(at.origin, 'POST console/login', { fields });
  const { token } = wellAnswered(body) as ConsoleOutput<'POST login'>;
  return lineOf(at, { account, token, device, signer });
}

/** Acts as the holder of this token at the operators' server; with a key, calls are signed as the console signs them. */
export function lineOf(
  { origin }: Pick<ConsoleAt, 'origin'>,
  who: Pick<ConsoleLine, 'account' | 'token' | 'device' | 'signer'>,
): ConsoleLine {
  const address = newAddress();
  const reach = (name: string, fields: Fields, sent: Pick<Sent, 'headers' | 'raw'>) => {
    const [method, path] = name.split(' ');
    const from = { ...sent, address, token: who.token, device: who.device };
    return knock(origin, `${method} console/${path}`, { ...from, fields });
  };
  const ask: ConsoleLine['ask'] = async (name, fields, sent = {}) => {
    const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
    const shown = Object.fromEntries(given);
    const approval = await signed(name, rawFields(sent.raw) ?? shown);
    const headers = { ...approval, ...sent.headers };
    return reach(name, shown, { ...sent, ...(Object.keys(headers).length === 0 ? {} : { headers }) });
  };
  const signed = async (name: ConsoleCallName, fields: Fields): Promise<Readonly<Record<string, string>>> => {
    if (who.signer === undefined || !isSignedCall(name)) return {};
    const { body } = await reach('GET approval', {}, {});
    // If the token is rejected here, the call itself is rejected too, and reports it.
    if (body.type !== 'ok') return {};
    const { nonce, time_ms: timeMs, house } = body.message as ConsoleOutput<'GET approval'>;
    const act = actOf(name, fields);
    const said = { ...act, house, operator: who.account, body: bodyText(fields), nonce, timeMs };
    const approval = who.signer.sign(approvalText(said), { nonce, timeMs });
    return { [APPROVAL_HEADER]: Buffer.from(JSON.stringify(approval)).toString('base64url') };
  };
  const done: ConsoleLine['done'] = async (name, fields, sent) =>
    wellAnswered((await ask(name, fields, sent)).body) as ConsoleOutput<typeof name>;
  return { ...who, ask, done };
}

function rawFields(raw: Sent['raw']): Fields | undefined {
  if (raw === undefined) return undefined;
  try {
    return JSON.parse(raw.toString()) as Fields;
  } catch {
    return {};
  }
}

/** A test may send an invalid call, for which the signature covers a text that matches nothing. */
function actOf(name: ConsoleCallName, fields: Fields): SignedAct {
  const nothing = { action: 'nothing', subject: 'nothing' };
  try {
    const act = signedActOf(name, fields);
    return typeof act?.action === 'string' ? act : nothing;
  } catch {
    return nothing;
  }
}

async function forgetUsedCode(url: string, account: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client
    .query('update operator set totp_last_step = 0 where account = $1', [account])
    .finally(() => client.end());
}
