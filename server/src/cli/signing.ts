/**
 * Signs an operator's actions on a demo's command line with a key created at login, as a browser does. The command line has the
 * vault key, so it can vouch for the new key. A live platform rejects vouched keys; its operators sign in the console with a
 * passkey.
 */
import { bodyText } from '@candor/protocol/console/approval.ts';
import { isSignedAction } from '@candor/protocol/console/signed-calls.ts';
import type { Connection } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { Signing } from '../operators/act.ts';
import { houseOf } from '../operators/approvals.ts';
import { BrowserSigner } from '../operators/browser-signer.ts';
import { enrolKey, vouchedKey } from '../operators/keys.ts';
import { doorVoucher } from '../operators/voucher.ts';
import { readClock } from '../quotes/clock.ts';

const AT = { rpId: 'localhost', origin: 'http://localhost' };

/** Fields omitted from the signed content, because that content is stored. */
const NOT_SIGNED: ReadonlySet<string> = new Set(['passwordHash', 'sealedTotpSecret', 'by']);

export function signingHere(vault: Vault, wallNow: () => number): Signing {
  const voucher = doorVoucher(vault);
  return async (connection, { operator, act, input }) => {
    // Only the database owner, or the very first operator, acts without a signing key.
    if (operator.account === 'bootstrap' || !isSignedAction(act.action)) return operator;
    const introduced = await connection.query('select from key_voucher v where v.public_key = $1', [
      voucher.publicKey,
    ]);
    if (act.action === 'operator.add' && (await isAlone(connection))) return operator;
    if (introduced.rowCount === 0)
      throw new Error(
        'this program cannot vouch for a signing key here; decide in the console, where you sign with your passkey',
      );
    const signer = new BrowserSigner(AT);
    const [house, nowMs] = [await houseOf(connection), wallNow()];
    const { aheadMs } = await readClock(connection);
    const made = { publicKey: signer.publicKey, at: AT, house, account: operator.account, nowMs };
    const key = vouchedKey(voucher, made);
    if (key === undefined)
      throw new Error('expected the server to vouch for the key created at sign-in, but it did not');
    await enrolKey(connection, key, operator, nowMs + aheadMs);
    return signer.signedBy(operator, { act, body: bodyText(fieldsOf(input)), house, nowMs });
  };
}

/** Until a platform has had two admins, the database owner admits the operators that the first admin adds. */
async function isAlone(connection: Connection): Promise<boolean> {
  const found = await connection.query<{ two: boolean }>('select operator_takes_two() as two');
  return found.rows[0]?.two === false;
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(input, (name, value: unknown) => {
    if (NOT_SIGNED.has(name)) return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
