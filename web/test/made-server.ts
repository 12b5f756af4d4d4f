/**
 * A fake server that replaces the network. It is generated from the table of calls, checks each input against the call's schema,
 * and answers with generated data, a refusal, or nothing, as configured.
 */
import { fill } from '@candor/protocol/envelope.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { calls, refusals } from '@candor/protocol/features.ts';
import * as v from 'valibot';
import { answerOf } from './answers.ts';
import type { Input, Variant } from './answers.ts';

/** A configured outcome other than a generated answer. */
export type Instead = { readonly refusal: RefusalCode } | 'no answer';

export type Asked = { readonly name: CallName; readonly input: Input };

export type MadeServer = {
  readonly asked: readonly Asked[];
  /** Descriptions of the calls whose input their schemas reject. */
  readonly wrong: readonly string[];
  /** Delays all answers until the returned function is called. */
  hold(): () => void;
};

export type Script = {
  readonly variant: Variant;
  readonly seed?: number;
  readonly instead?: Partial<Record<CallName, Instead>>;
  readonly answers?: Partial<Record<CallName, unknown>>;
};

const known = new Map(Object.keys(calls).map((name) => [name, name as CallName]));

/** A value for every parameter that a refusal may contain. */
export const PARAMS: Readonly<Record<string, string>> = {
  ...{ min: '10', max: '100', needed: '25', available: '5', currency: 'USDT', price: '65432.1' },
  ...{ seconds: '30', kinds: 'password', field: 'amount', reason: 'expired', until: '1790000000' },
  ...{ turnover: '10', paid: '10', converted: '5', symbol: 'BTC/USDT', subject: 'BTC', network: 'tron' },
};

/** Returns the answer to a request in the server's envelope. */
function envelopeOf({ name, input }: Asked, script: Script): unknown {
  const instead = script.instead?.[name];
  if (instead === undefined) {
    const made = script.answers?.[name] ?? answerOf(name, input, script);
    return { type: 'ok', code: 1, message: made };
  }
  if (instead === 'no answer') throw new Error('expected an answer for the envelope, found none');
  const { refusal } = instead;
  const type = refusal === 'session_ended' ? '999' : 'error';
  return { type, code: 0, error: refusal, message: fill(refusals[refusal].texts.zh, PARAMS), params: PARAMS };
}

function inputOf(url: URL, init: RequestInit): Input {
  const body = init.body;
  const given =
    body instanceof FormData || body instanceof Blob
      ? {}
      : typeof body === 'string' && body.startsWith('{')
        ? (JSON.parse(body) as Record<string, unknown>)
        : Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : url.search));
  const { lang: _, ...input } = given;
  return input;
}

/** Replaces `fetch` until the next call of this function. */
export function serve(script: Script): MadeServer {
  const asked: Asked[] = [];
  const wrong: string[] = [];
  let held: Promise<void> | undefined;
  const answer = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(address), 'https://candor.example');
    const name = known.get(`${init.method ?? 'GET'} ${url.pathname.replace(/^\/api\//, '')}`);
    // The request is for a file of the app, for example `version.json`.
    if (name === undefined) return new Response('{}', { status: 404 });
    const input = inputOf(url, init);
    asked.push({ name, input });
    const taken = v.safeParse(calls[name].input, input);
    if (!taken.success && !('takesFile' in calls[name]))
      wrong.push(`${name} got ${JSON.stringify(input)}: ${taken.issues[0].message}`);
    await held;
    if (script.instead?.[name] === 'no answer') throw new TypeError('no network');
    const envelope = readily(() => envelopeOf({ name, input }, script));
    return new Response(JSON.stringify(envelope), { headers: { 'content-type': 'application/json' } });
  };
  // Records the error, because a bug in the generation of answers would otherwise look like a network failure.
  const readily = <Made>(make: () => Made): Made => {
    try {
      return make();
    } catch (cause) {
      wrong.push(String(cause));
      throw cause;
    }
  };
  globalThis.fetch = answer;
  return {
    asked,
    wrong,
    hold: () => {
      let release = (): void => {};
      held = new Promise((done) => (release = done));
      return () => release();
    },
  };
}
