/**
 * What an operator does on the command line of a demo is signed with a key made at signing in there, as a browser makes one: the
 * vault's key is at hand, so the door's word is too. A live house takes nobody's word: there one signs with a passkey, in the console.
 */
import { bodyText, isSignedAction } from '@candor/protocol/console/approval.ts';
import type { Connection } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { Signing } from '../operators/act.ts';
import { houseOf } from '../operators/approvals.ts';
import { BrowserSigner } from '../operators/browser-signer.ts';
import { enrolKey, vouchedKey } from '../operators/keys.ts';
import { doorVoucher } from '../operators/voucher.ts';

const AT = { rpId: 'localhost', origin: 'http://localhost' };

/** Nothing of these is signed, since what is signed is kept. */
const NOT_SIGNED: ReadonlySet<string> = new Set(['passwordHash', 'sealedTotpSecret', 'by']);

export function signingHere(vault: Vault, now: () => number): Signing {
  const voucher = doorVoucher(vault);
  return async (connection, { operator, act, input }) => {
    // The owner alone, or the first operator of all, who have nothing to sign with.
    if (operator.account === 'bootstrap' || !isSignedAction(act.action)) return operator;
    const introduced = await connection.query('select from key_voucher v where v.public_key = $1', [
      voucher.publicKey,
    ]);
    if (act.action === 'operator.add' && (await isAlone(connection))) return operator;
    if (introduced.rowCount === 0) throw new Error('decide in the console, where you sign with your passkey');
    const signer = new BrowserSigner(AT);
    const [house, nowMs] = [await houseOf(connection), now()];
    const made = { publicKey: signer.publicKey, at: AT, house, account: operator.account, nowMs };
    const key = vouchedKey(voucher, made);
    if (key === undefined) throw new Error('a key that was made here was not taken');
    await enrolKey(connection, key, operator);
    return signer.signedBy(operator, { act, body: bodyText(fieldsOf(input)), house, nowMs });
  };
}

/** Before a house has had two admins, whom the first adds is let in by whoever owns the database. */
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
