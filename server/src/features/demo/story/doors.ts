/**
 * Clients that play the story of a demo over HTTP through this server's own ports, with a session for each customer and
 * operator, exactly as the app and the console do. They have no access to the database, so they can't bypass a rule.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { APPROVAL_HEADER, approvalText, bodyText } from '@candor/protocol/console/approval.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type {
  ConsoleCallName,
  ConsoleOutput,
  ConsoleRequest,
} from '@candor/protocol/console/console-calls.ts';
import { confirmationOf, signedActOf } from '@candor/protocol/console/signed-calls.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { totpCode, totpStep } from '../../../identity/factors/totp.ts';
import { BrowserSigner } from '../../../operators/browser-signer.ts';
import { demoOperators } from '../../../operators/demo-operators.ts';

/** Temporary refusals: the same call may succeed a moment later. */
const PASSING = new Set(['busy', 'trading_closed', 'try_again', 'request_failed', 'too_many_requests']);
const AGAIN_AFTER_MS = 150;
const AGAIN_FOR_MS = 20_000;
const REQUEST_MAX_MS = 20_000;
/** An authenticator code is accepted only once, so an operator who has just logged in elsewhere must wait for the next code. */
const CODE_AGAIN_MS = 5_000;
const CODE_TRIES = 8;

/** The refusal of a call that a line of the story made. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call} was refused: ${code}`);
    this.code = code;
  }
}

/** The server's origins, and the signal that aborts every call when the server stops. */
export type Addresses = {
  readonly origin: string;
  readonly consoleOrigin: string;
  readonly ending: AbortSignal;
};
type Fields = Readonly<Record<string, unknown>>;
type Sent = {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormData;
  readonly ending: AbortSignal;
};

async function request(base: string, name: string, fields: Fields, { token, headers, form, ending }: Sent) {
  const [method = 'GET', path = ''] = name.split(' ');
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query =
    method === 'GET' ? `?${new URLSearchParams(Object.fromEntries(given) as Record<string, string>)}` : '';
  const body = form ?? (method === 'GET' ? undefined : JSON.stringify(Object.fromEntries(given)));
  const response = await fetch(`${base}/api/${path}${query}`, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...headers,
    },
    signal: AbortSignal.any([ending, AbortSignal.timeout(REQUEST_MAX_MS)]),
  });
  return (await response.json()) as Envelope<unknown>;
}

/** Retries a call while the platform refuses it temporarily. */
async function answered(
  name: string,
  ending: AbortSignal,
  send: () => Promise<Envelope<unknown>>,
): Promise<unknown> {
  const until = performance.now() + AGAIN_FOR_MS;
  for (;;) {
    const answer = await send();
    if (answer.type === 'ok') return answer.message;
    if (!PASSING.has(answer.error) || performance.now() > until) throw new RefusedError(name, answer.error);
    await delay(AGAIN_AFTER_MS, undefined, { signal: ending });
  }
}

/** A customer's app: a session on the customers' port. */
export class CustomerDoor {
  readonly #origin: string;
  readonly #ending: AbortSignal;
  readonly #token: string | undefined;

  constructor({ origin, ending }: Addresses, token?: string) {
    this.#origin = origin;
    this.#ending = ending;
    this.#token = token;
  }

  async ask<Name extends CallName>(
    name: Name,
    fields: CallRequest<Name>,
    key?: string,
  ): Promise<CallOutput<Name>> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const sent = { token: this.#token, headers, ending: this.#ending };
    return (await answered(name, this.#ending, () =>
      request(this.#origin, name, fields as Fields, sent),
    )) as CallOutput<Name>;
  }

  /** Uploads an image and returns the file's id. */
  async upload(purpose: 'kyc' | 'voucher' | 'loan', image: Buffer): Promise<string> {
    const form = new FormData();
    form.set('purpose', purpose);
    form.set('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'document.png');
    const sent = { token: this.#token, form, ending: this.#ending };
    const send = () => request(this.#origin, 'POST upload', {}, sent);
    return ((await answered('POST upload', this.#ending, send)) as CallOutput<'POST upload'>).id;
  }
}

/** An operator's console: a session on the operators' port, which signs decisions with a key created at this login. */
export class OperatorDoor {
  readonly #account: string;
  readonly #base: string;
  readonly #token: string;
  readonly #signer: BrowserSigner;
  readonly #ending: AbortSignal;

  private constructor(
    { consoleOrigin, ending }: Addresses,
    parts: { readonly account: string; readonly token: string; readonly signer: BrowserSigner },
  ) {
    this.#ending = ending;
    this.#account = parts.account;
    this.#base = consoleOrigin;
    this.#token = parts.token;
    this.#signer = parts.signer;
  }

  static async open(addresses: Addresses, account: string): Promise<OperatorDoor> {
    const example = demoOperators.find((one) => one.account === account);
    if (example === undefined) throw new Error(`expected ${account} to be an example operator, found none`);
    const { consoleOrigin, ending } = addresses;
    const { origin, hostname } = new URL(consoleOrigin);
    const signer = new BrowserSigner({ origin, rpId: hostname });
    const name = 'POST console/login';
    for (let tries = 1; ; tries += 1) {
      // The authenticator uses real time, not the demo's clock.
      const totp = totpCode(example.totpSecret, totpStep(Date.now()));
      const fields = { account, password: example.password, totp, browser_key: signer.publicKey };
      const answer = await request(consoleOrigin, name, fields, { ending });
      if (answer.type === 'ok') {
        const { token } = answer.message as ConsoleOutput<'POST login'>;
        return new OperatorDoor(addresses, { account, token, signer });
      }
      if (tries === CODE_TRIES) throw new RefusedError(name, answer.error);
      await delay(CODE_AGAIN_MS, undefined, { signal: ending });
    }
  }

  async ask<Name extends ConsoleCallName>(
    name: Name,
    fields: ConsoleRequest<Name>,
    key?: string,
  ): Promise<ConsoleOutput<Name>> {
    const given = Object.entries((fields ?? {}) as Fields).filter(([, value]) => value !== undefined);
    const sent = Object.fromEntries(given);
    const send = async () => {
      const headers = {
        ...(await this.#approval(name, sent)),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      return this.#request(name, sent, headers);
    };
    const confirmed = async () => {
      const answer = await send();
      if (answer.type === 'ok' || answer.error !== 'confirmation_needed') return answer;
      // The story may take longer than a login is considered recent, so the operator confirms again with the key, as in the
      // console.
      const signed = await this.#signed(confirmationOf(this.#account), {});
      await answered('POST confirm', this.#ending, () => this.#request('POST confirm', { signed }));
      return send();
    };
    return (await answered(name, this.#ending, confirmed)) as ConsoleOutput<Name>;
  }

  #request(name: string, fields: Fields, headers: Readonly<Record<string, string>> = {}) {
    const [method, path] = name.split(' ');
    const sent = { token: this.#token, headers, ending: this.#ending };
    return request(this.#base, `${method} console/${path}`, fields, sent);
  }

  /** Returns the header with the signature of a decision, as the console sends it. */
  async #approval(name: ConsoleCallName, fields: Fields): Promise<Readonly<Record<string, string>>> {
    const act = signedActOf(name, fields);
    return act === undefined ? {} : { [APPROVAL_HEADER]: await this.#signed(act, fields) };
  }

  async #signed(act: SignedAct, fields: Fields): Promise<string> {
    const asked = await answered('GET approval', this.#ending, () => this.#request('GET approval', {}));
    const { nonce, time_ms: timeMs, house } = asked as ConsoleOutput<'GET approval'>;
    const said = { ...act, house, operator: this.#account, body: bodyText(fields), nonce, timeMs };
    const approval = this.#signer.sign(approvalText(said), { nonce, timeMs });
    return Buffer.from(JSON.stringify(approval)).toString('base64url');
  }
}
