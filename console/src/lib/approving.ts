/**
 * Signs a decision before it is sent: exactly what is on the screen and goes out, for this house, under a number that is good
 * once. The page works the hash out by itself; the server is asked for that number alone.
 */
import { approvalText, bodyText } from '@candor/protocol/console/approval.ts';
import type { ConsoleCallName, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { signedActOf } from '@candor/protocol/console/signed-calls.ts';
import { base64url, browserKey, sha256, signWithBrowser } from './browser-key.ts';
import type { Session } from './session.ts';

type Numbered = ConsoleOutput<'GET approval'>;

/** The header of a signed call; undefined where nobody can sign here, which the server then says. */
export async function approvalOf(
  session: Session,
  { name, input }: { readonly name: ConsoleCallName; readonly input: Readonly<Record<string, unknown>> },
  number: () => Promise<Numbered | undefined>,
): Promise<string | undefined> {
  const fields = JSON.parse(JSON.stringify(input)) as Readonly<Record<string, unknown>>;
  const act = signedActOf(name, fields);
  const key = session.key === undefined ? undefined : await browserKey(session.key);
  if (act === undefined || key === undefined || session.key === undefined) return undefined;
  const numbered = await number();
  if (numbered === undefined) return undefined;
  const { nonce, time_ms: timeMs, house } = numbered;
  const body = bodyText(fields);
  const text = approvalText({ ...act, house, operator: session.operator.account, body, nonce, timeMs });
  const signed = await signWithBrowser(key, base64url(await sha256(text)));
  const approval = { key: session.key, nonce, time: timeMs, ...signed };
  return base64url(new TextEncoder().encode(JSON.stringify(approval)));
}
