/**
 * Makes the calls of the operators' call table. Every response of the server, including refusals, is returned to the caller.
 * The promise is rejected only after a network failure.
 */
import { answered, endOf, readEnvelope } from '@candor/client/answers.ts';
import { formOf } from '@candor/client/fields.ts';
import type {
  ConsoleCallName,
  ConsoleOutput,
  ConsoleRequest,
} from '@candor/protocol/console/console-calls.ts';
import { APPROVAL_HEADER } from '@candor/protocol/console/approval.ts';
import { isSignedCall } from '@candor/protocol/console/signed-calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { isUndecided } from '@candor/protocol/undecided.ts';
import { forgetKey, keyFor, named } from './decision-keys.ts';

export type ClientDeps = {
  /** The base URL, which must end with a slash: "/api/console/". */
  readonly baseUrl: string;
  token(): string | undefined;
  /** Returns the signature to send with a signed decision; undefined if no key can sign here. */
  approve?(name: ConsoleCallName, input: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  /** Asks the operator to confirm their identity; returns whether they did. */
  confirm?(): Promise<boolean>;
  /** Called if the server no longer accepts a token. */
  onSessionEnded(token: string | undefined): void;
};

export type Client = <Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleRequest<Name>,
  signal?: AbortSignal,
) => Promise<Envelope<ConsoleOutput<Name>>>;

type Prepared = {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Readonly<Record<string, string>>;
  readonly decision: string | undefined;
};

/** Calls that only read, or that start or end a session. They are sent without a key, because repeating one is harmless. */
const WITHOUT_KEY: ReadonlySet<string> = new Set<ConsoleCallName>([
  'POST login',
  'POST logout',
  // The browser's response is different each time.
  'POST passkey_options',
  'POST passkey_bring',
  'POST passkey_sign_in_options',
  'POST passkey_login',
  'POST confirm',
  'POST authenticator_new',
  'POST kyc',
  'POST kyc_picture',
  'POST deposit_picture',
  'POST loan_picture',
  // Uploading an image twice stores it once.
  'POST article_picture',
  // A message has an id that makes it unique, and its text must not be stored in the browser.
  'POST chat_reply',
  'POST chat_begin',
  'POST chat_evidence',
  'POST chat_read',
  'POST chat_typing',
  'POST chat_picture',
]);

function prepare(deps: ClientDeps, name: string, input: Readonly<Record<string, unknown>>): Prepared {
  const space = name.indexOf(' ');
  const method = name.slice(0, space);
  const path = name.slice(space + 1);
  const headers: Record<string, string> = {};
  const token = deps.token();
  if (token !== undefined && name !== 'POST login') headers['authorization'] = token;
  if (method === 'GET') {
    const query = formOf(input);
    const asked = query.size === 0 ? '' : `?${query}`;
    return { url: `${deps.baseUrl}${path}${asked}`, init: { method }, headers, decision: undefined };
  }
  const body = JSON.stringify(input);
  const decision = WITHOUT_KEY.has(name) ? undefined : named(`${name} ${unsecret(input)}`);
  if (decision !== undefined) headers['idempotency-key'] = keyFor(decision);
  headers['content-type'] = 'application/json';
  return { url: `${deps.baseUrl}${path}`, init: { method, body }, headers, decision };
}

/** Secrets are removed, because the input is stored next to its key; the server still recognises a retry by the key. */
function unsecret(input: Readonly<Record<string, unknown>>): string {
  const { password: _old, new_password: _new, new_totp: _code, sealed: _sealed, ...rest } = input;
  return JSON.stringify(rest);
}

/**
 * Refusals that the server returns before it looks up the key. An earlier attempt may have been executed and its response
 * lost, so the decision must keep its key when it is sent again with a signature or a confirmation.
 */
const ASKED_AT_THE_DOOR: ReadonlySet<string> = new Set([
  'confirmation_needed',
  'approval_needed',
  'approval_wrong',
]);

function isAnswered(envelope: Envelope<unknown>): boolean {
  if (envelope.type !== 'ok' && ASKED_AT_THE_DOOR.has(envelope.error)) return false;
  return !isUndecided(envelope);
}

export function createClient(deps: ClientDeps): Client {
  const make = callsOf(deps);
  return async (name, input, signal) => {
    const envelope = await make(name, input, signal);
    // After the confirmation, the call is repeated unchanged.
    const isAsked = envelope.type === 'error' && envelope.error === 'confirmation_needed';
    return isAsked && (await deps.confirm?.()) === true ? make(name, input, signal) : envelope;
  };
}

function callsOf(deps: ClientDeps): Client {
  return async (name, input, signal) => {
    const token = deps.token();
    const prepared = prepare(deps, name, input);
    return answered(name, signal, async () => {
      // The time for signing does not count towards the timeout.
      const approval = isSignedCall(name) ? await deps.approve?.(name, input) : undefined;
      const headers = {
        ...prepared.headers,
        ...(approval === undefined ? {} : { [APPROVAL_HEADER]: approval }),
      };
      const response = await fetch(prepared.url, { ...prepared.init, headers, signal: endOf(signal) });
      const envelope = await readEnvelope(response);
      if (prepared.decision !== undefined && isAnswered(envelope)) forgetKey(prepared.decision);
      if (envelope.type === '999') deps.onSessionEnded(token);
      return envelope;
    });
  };
}
