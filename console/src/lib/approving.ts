/**
 * Signs a decision before it is sent. The signature covers exactly the displayed data, the platform, and a nonce that is valid
 * once. The page computes the hash itself and requests only the nonce from the server. The key is the one that the browser
 * created at the login to a demo, or a passkey.
 */
import { approvalText, bodyText } from '@candor/protocol/console/approval.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { ConsoleCallName, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { confirmationOf, signedActOf } from '@candor/protocol/console/signed-calls.ts';
import { base64url, browserKey, sha256, signWithBrowser } from './browser-key.ts';
import { hasPasskeys, signWithPasskey } from './passkeys.ts';
import type { Session } from './session.ts';

type Numbered = ConsoleOutput<'GET approval'>;
type Number = () => Promise<Numbered | undefined>;
type Fields = Readonly<Record<string, unknown>>;

/** Returns the header of a signed call; undefined if no key can sign here, in which case the server refuses the call. */
export async function approvalOf(
  session: Session,
  { name, input }: { readonly name: ConsoleCallName; readonly input: Fields },
  number: Number,
): Promise<string | undefined> {
  const fields = JSON.parse(JSON.stringify(input)) as Fields;
  const act = signedActOf(name, fields);
  return act === undefined ? undefined : signed(session, { act, fields }, number);
}

/** Returns a new proof that the owner of a key is present; undefined if no key provided one. */
export function confirmationBy(session: Session, number: Number): Promise<string | undefined> {
  return signed(session, { act: confirmationOf(session.operator.account), fields: {} }, number);
}

async function signed(
  session: Session,
  { act, fields }: { readonly act: SignedAct; readonly fields: Fields },
  number: Number,
): Promise<string | undefined> {
  const numbered = await number();
  if (numbered === undefined) return undefined;
  const { nonce, time_ms: timeMs, house } = numbered;
  const body = bodyText(fields);
  const text = approvalText({ ...act, house, operator: session.operator.account, body, nonce, timeMs });
  const challenge = base64url(await sha256(text));
  const answer = (await byBrowser(session, challenge)) ?? (await byPasskey(numbered, challenge));
  if (answer === undefined) return undefined;
  const approval = { ...answer, nonce, time: timeMs };
  return base64url(new TextEncoder().encode(JSON.stringify(approval)));
}

async function byBrowser({ key: id }: Session, challenge: string) {
  const key = id === undefined ? undefined : await browserKey(id);
  return id === undefined || key === undefined
    ? undefined
    : { key: id, ...(await signWithBrowser(key, challenge)) };
}

/** Requests a signature with a passkey, unless no registered passkey is valid here. */
async function byPasskey({ rp_id, passkeys }: Numbered, challenge: string) {
  if (passkeys.length === 0 || !hasPasskeys()) return undefined;
  return signWithPasskey({ challenge, rp_id, known: passkeys });
}
