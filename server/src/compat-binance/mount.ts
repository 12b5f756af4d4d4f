/**
 * Serves the calls of an exchange whose interface many programs speak, under `/compat/binance`, so that they work after a change
 * of address. Public calls read the market; the others are made by an API key and reach the same handlers as the app's calls.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countedAs } from '../callers/addresses.ts';
import type { Callers } from '../callers/callers.ts';
import { CostlyCalls } from '../http/costly-calls.ts';
import { writeAnswer } from './answer.ts';
import { broken, failed, overloaded } from './failure.ts';
import type { Result } from './failure.ts';
import { publicCalls } from './market-calls.ts';
import type { PublicCall } from './market-calls.ts';
import type { Market } from './market-view.ts';
import { Asked, readGiven } from './parameters.ts';
import { Weights } from './weights.ts';

export const COMPAT_PATH = '/compat/binance';
const BODY_BYTES_MAX = 8 * 1024;
const QUERY_CHARS_MAX = 8 * 1024;

export type CompatOptions = {
  readonly market: Market;
  readonly callers: Callers;
  /** The wall clock, in milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error, call: string) => void;
};

type Request = {
  readonly name: string;
  readonly query: string;
  readonly body: string;
  readonly address: string;
};

export function mountCompat(app: FastifyInstance, options: CompatOptions): void {
  const calls = new CompatCalls(options);
  void app.register((scope, _options, done) => {
    // A signature covers the body's bytes, so they are kept, whatever type the client gives them.
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
      handler: (request, reply) => calls.answer(request, reply),
    });
    done();
  });
}

class CompatCalls {
  readonly #options: CompatOptions;
  readonly #weights = new Weights();
  readonly #reading = new CostlyCalls();

  constructor(options: CompatOptions) {
    this.#options = options;
  }

  answer(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const { callers, now, onError } = this.#options;
    const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
    const name = `${request.method} ${path.slice(COMPAT_PATH.length)}`;
    const body = typeof request.body === 'string' ? request.body : '';
    const address = countedAs(callers.addressOf(request.raw));
    this.#resultOf({ name, query, body, address }).then(
      (result) => {
        const { used } = this.#weights.use(address, now(), 0);
        writeAnswer(reply.raw, result, used);
      },
      (error: Error) => {
        onError(error, `a compatible call, ${name}`);
        writeAnswer(reply.raw, broken, 0);
      },
    );
  }

  async #resultOf({ name, query, body, address }: Request): Promise<Result> {
    const { now } = this.#options;
    const given = query.length > QUERY_CHARS_MAX ? tooLong : readGiven(query, body);
    const asked = new Asked(given.ok ? given.value : new Map());
    const call = publicCalls.get(name);
    const weight = call === undefined ? 1 : weightOf(call, asked);
    const { refused } = this.#weights.use(address, now(), weight);
    if (refused !== undefined) return { ok: false, failure: refused };
    if (!given.ok) return given;
    if (call === undefined) return noSuchPath(name);
    return this.#public(call, asked, address);
  }

  async #public(call: PublicCall, asked: Asked, address: string): Promise<Result> {
    const { market } = this.#options;
    if (call.readsMuch !== true) return call.answer(asked, market);
    const read = async () => call.answer(asked, market);
    return (await this.#reading.take({ whose: address, address }, read)) ?? overloaded;
  }
}

const tooLong = failed(-1101, 'Too many parameters sent for this endpoint.');

function weightOf({ weight }: PublicCall, asked: Asked): number {
  return typeof weight === 'number' ? weight : weight(asked);
}

function noSuchPath(name: string): Result {
  const [method = '', path = ''] = name.split(' ');
  return failed(-5000, `Path ${path.slice(0, 100)}, Method ${method} is invalid`, 404);
}
