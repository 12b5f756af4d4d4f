/**
 * Serves the calls of an exchange whose interface many programs use, under `/compat/binance`, so that the programs work once
 * their base address is changed. Public calls read the market. The others are made by an API key and reach the same handlers as
 * the app's calls.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedAs } from '../../callers/addresses.ts';
import type { Callers } from '../../callers/callers.ts';
import { CostlyCalls } from '../../http/costly-calls.ts';
import type { Dispatcher, RequestFacts } from '../../http/dispatch.ts';
import type { KeyedCallers } from '../../http/keyed-callers.ts';
import { LIMITS } from '../../limits.ts';
import { refusedCalls, signedCalls, unsupported } from './account-calls.ts';
import { Account } from './account.ts';
import type { AccountDeps } from './account.ts';
import { writeAnswer } from './answer.ts';
import type { Counts } from './answer.ts';
import { answered, broken, failed, overloaded, tooManyParameters } from './failure.ts';
import type { Failure, Result } from './failure.ts';
import type { PublicCall } from './market-calls.ts';
import type { Market } from './market-view.ts';
import { Asked, namesViolation, readGiven } from './parameters.ts';
import type { Given } from './parameters.ts';
import { publicCalls } from './public-calls.ts';
import { callerOf, loggedIn, signedText } from './signed.ts';
import { UsedSignatures } from './used-signatures.ts';
import type { ClaimSignature } from './used-signatures.ts';
import { Weights } from './weights.ts';

export const COMPAT_PATH = '/compat/binance';
const { bodyBytesMax: BODY_BYTES_MAX, queryCharsMax: QUERY_CHARS_MAX } = LIMITS.compat;

export type CompatOptions = AccountDeps & {
  readonly market: Market;
  readonly callers: Callers;
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'checks'>;
  /** Returns whether a subscribed key is still valid. */
  readonly keyed: Pick<KeyedCallers, 'again'>;
  /** Returns the call that a signature is bound to, which is the same in all processes. */
  readonly claim: ClaimSignature;
  readonly onError: (error: Error, call: string) => void;
};

/** The client's address is '' if a proxy did not report it. A key that is restricted to networks is then refused. */
export type CompatFacts = RequestFacts & { readonly client: string };
export type KeySession = { readonly key: string; readonly requestId: string };

export type CompatRequest = {
  readonly name: string;
  readonly given: Given;
  /** The text that a signature covers. */
  readonly signed: string;
  readonly key: string | undefined;
  /**
   * The key that logged in on the request's connection, if the request is made by that key because it has no key and signature
   * itself.
   */
  readonly session?: KeySession;
  readonly facts: CompatFacts;
};

type Refused = { readonly ok: false; readonly failure: Failure };
export type CompatAnswer = { readonly result: Result; readonly counts: Counts };

export function mountCompat(
  app: FastifyInstance,
  calls: CompatCalls,
  { callers }: Pick<CompatOptions, 'callers'>,
): void {
  void app.register((scope, _options, done) => {
    // A signature covers the body's exact bytes, so they are kept whatever content type the client states.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      (_request, body, read) => read(null, body),
    );
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: `${COMPAT_PATH}/*`,
      config: { countsItself: true },
      handler: (request, reply) => {
        reply.hijack();
        void answerRequest(request, calls, callers).then(({ result, counts }) =>
          writeAnswer(reply.raw, result, counts),
        );
      },
    });
    done();
  });
}

async function answerRequest(
  request: FastifyRequest,
  calls: CompatCalls,
  callers: Callers,
): Promise<CompatAnswer> {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
  const body = typeof request.body === 'string' ? request.body : '';
  const given = query.length > QUERY_CHARS_MAX ? tooManyParameters : readGiven(query, body);
  const address = callers.addressOf(request.raw);
  if (!given.ok) return calls.refuse(address, given);
  const key = request.headers['x-mbx-apikey'];
  const unit = String(request.headers['x-mbx-time-unit'] ?? 'MILLISECOND').toUpperCase();
  if (unit !== 'MILLISECOND') return calls.refuse(address, otherUnit);
  return calls.answer({
    name: `${request.method} ${path.slice(COMPAT_PATH.length)}`,
    given: given.value,
    signed: signedText(query, body),
    key: typeof key === 'string' ? key : undefined,
    facts: {
      language: 'en',
      address,
      client: callers.clientOf(request.raw),
      agent: request.headers['user-agent'] ?? '',
      host: callers.hostOf(request.raw),
      isGone: () => request.raw.socket.destroyed,
    },
  });
}

/** Answers a call, whichever way it arrived. A bug is reported, and its caller learns only that the call failed. */
export class CompatCalls {
  readonly #options: CompatOptions;
  readonly #weights = new Weights();
  readonly #reading = new CostlyCalls();
  readonly #used: UsedSignatures;

  constructor(options: CompatOptions) {
    this.#options = options;
    this.#used = new UsedSignatures(options.now, options.claim);
  }

  async answer(request: CompatRequest): Promise<CompatAnswer> {
    const { now, onError, orderCount } = this.#options;
    const { name, facts, given } = request;
    const asked = new Asked(given);
    const line = countedAs(facts.address);
    const isPublic = publicCalls.get(name);
    const { used, refused } = this.#weights.use(line, now(), weightOf(name, asked));
    const counts = { weight: used };
    if (refused !== undefined) return { result: { ok: false, failure: refused }, counts };
    try {
      if (isPublic !== undefined) {
        const violation = namesViolation(given, namesOf(isPublic.takes));
        return { result: violation ?? (await this.#public(isPublic, asked, facts.address)), counts };
      }
      const call = signedCalls.get(name);
      if (call === undefined) return { result: refusedCalls.get(name) ?? noSuchPath(name), counts };
      const account = await this.account(request, call.changes === true);
      if (!account.ok) return { result: account, counts };
      const violation = namesViolation(given, namesOf(`${call.takes} ${SIGNED_NAMES}`));
      if (violation !== undefined) return { result: violation, counts };
      const { market } = this.#options;
      const result = await call.answer({ account: account.value, asked, market });
      if (call.countsOrders !== true) return { result, counts };
      return { result, counts: { ...counts, orders: orderCount.counts(account.value.customer, now()) } };
    } catch (error) {
      onError(error as Error, `a compatible call, ${name}`);
      return { result: broken, counts };
    }
  }

  /** Counts a request that can't be read. */
  refuse(address: string, result: Result): CompatAnswer {
    const { counts, refused } = this.weigh(address, 1);
    return { result: refused ?? result, counts };
  }

  /** Counts the weight of an address's requests that are not calls. */
  weigh(address: string, weight: number): { readonly counts: Counts; readonly refused?: Refused } {
    const { used, refused } = this.#weights.use(countedAs(address), this.#options.now(), weight);
    const counts = { weight: used };
    return refused === undefined ? { counts } : { counts, refused: { ok: false, failure: refused } };
  }

  /** Returns the account of a signed request. */
  async account(
    { name, key, given, signed: text, facts, session }: CompatRequest,
    changes: boolean,
  ): Promise<Result<Account>> {
    const { dispatcher, keyed, now } = this.#options;
    if (session !== undefined) {
      const about = { ...session, given, address: facts.client, isTimed: signedCalls.has(name) };
      const caller = await loggedIn(about, keyed, now());
      return caller.ok ? answered(new Account(caller.value, facts, this.#options)) : caller;
    }
    const isShared = changes || couldChange(given);
    const request = { key, given, text, address: facts.client, call: name, changes, isShared };
    const caller = await callerOf(request, { checks: dispatcher.checks, used: this.#used, now });
    return caller.ok ? answered(new Account(caller.value, facts, this.#options)) : caller;
  }

  /** Whether a key that subscribed to its customer's events may still read them there. */
  async mayStillRead(connected: { readonly key: string; readonly address: string }): Promise<boolean> {
    const caller = await this.#options.keyed.again(connected);
    return !('refusal' in caller) && caller.status !== 'locked';
  }

  async #public(call: PublicCall, asked: Asked, address: string): Promise<Result> {
    const { market } = this.#options;
    if (call.readsMuch !== true) return call.answer(asked, market);
    const read = async () => call.answer(asked, market);
    return (await this.#reading.take({ whose: address, address }, read)) ?? overloaded;
  }
}

const otherUnit = failed(-1194, 'Invalid value for time unit; expected MILLISECOND, as all times here are.');

/** The parameters that every signed request may have. */
const SIGNED_NAMES = 'timestamp recvWindow signature';

const CHANGES_TAKE = [...signedCalls.values()].flatMap(({ changes, takes }) =>
  changes === true ? [namesOf(`${takes} ${SIGNED_NAMES}`)] : [],
);

/** Whether some call that changes something accepts these parameters. All such calls need a symbol. */
function couldChange(given: Given): boolean {
  return given.has('symbol') && CHANGES_TAKE.some((names) => namesViolation(given, names) === undefined);
}

function namesOf(takes: string): ReadonlySet<string> {
  return new Set(takes.split(' '));
}

function weightOf(name: string, asked: Asked): number {
  const weight = publicCalls.get(name)?.weight ?? signedCalls.get(name)?.weight ?? 1;
  return typeof weight === 'number' ? weight : weight(asked);
}

function noSuchPath(name: string): Result {
  const [method = '', path = ''] = name.split(' ');
  if (method === 'WS') return unsupported;
  return failed(-5000, `Path ${path.slice(0, 100)}, Method ${method} is invalid`, 404);
}
