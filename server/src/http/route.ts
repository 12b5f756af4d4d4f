/**
 * Answers a request: identifies the caller, reads the fields, and makes the call (`dispatch.ts`). It writes no log, and writes
 * the response only once.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { ORDER_HEADER, RECEIPT_HEADER, writeReceipt } from '@candor/protocol/receipts/texts.ts';
import { answer, answerEverybody } from './answer.ts';
import { noFields } from './body.ts';
import type { Fields, FieldsOutcome } from './body.ts';
import { VISITOR } from './caller-checks.ts';
import type { Caller, CallerChecks } from './caller-checks.ts';
import { idempotencyKeyOf, visitorKeyOf } from './caller-said.ts';
import type { AskedRequest } from './caller-said.ts';
import { DEVICE_CALLS, deviceCookie, deviceOf, newDevice } from './device-cookie.ts';
import type { AnyOutcome, Made, OnAnswered, PreparedCall, TraceCall } from './dispatch.ts';
import { failure } from './failure.ts';
import type { UploadSlots } from './upload-body.ts';
import { readUpload } from './upload-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a JSON body. */
    rawBody: Buffer | undefined;
  }
}

/** The dependencies that all routes of a server share. */
export type RouteShared = {
  readonly checks: CallerChecks;
  readonly uploads: UploadSlots;
  readonly onError: (error: Error, call: string) => void;
  readonly onAnswered: OnAnswered | undefined;
  readonly trace: TraceCall | undefined;
};

/** Set once the caller is identified. */
type Payer = { caller?: Caller };
type Asked = {
  readonly caller: Caller;
  readonly device: string | undefined;
  readonly fields: Fields;
  readonly file?: Buffer;
};

const languageSet: ReadonlySet<string> = new Set(languages);

export class Route {
  readonly #call: PreparedCall;
  readonly #shared: RouteShared;
  readonly #checks: CallerChecks;
  readonly #leavesDevice: boolean;
  readonly #isEverybodys: boolean;
  readonly #bug: (error: Error) => void;

  constructor(call: PreparedCall, shared: RouteShared) {
    this.#call = call;
    this.#shared = shared;
    this.#checks = shared.checks;
    this.#leavesDevice = DEVICE_CALLS.has(call.name);
    this.#isEverybodys = call.isGet && call.row.who === 'visitor';
    this.#bug = (error) => shared.onError(error, call.name);
  }

  /** The response is written directly, because Fastify would serialise it again and run hooks. */
  readonly answer = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    this.answerTo(request, reply.raw);
  };

  answerTo(request: AskedRequest, response: ServerResponse): void {
    const beganMs = performance.now();
    const known = deviceOf(request.raw);
    const device = this.#leavesDevice ? (known ?? newDevice()) : known;
    const payer: Payer = {};
    const work = (): Promise<Made> => this.#madeOf(request, device, payer);
    const { trace } = this.#shared;
    (trace === undefined ? work() : trace(this.#call.name, request.headers, { work, outcomeOf })).then(
      ({ outcome, receipt }) =>
        this.#tell(response, () => {
          const bytes = this.#isEverybodys
            ? answerEverybody(request.raw, response, outcome)
            : answer(response, outcome, [
                ...this.#headersOf(request, outcome, device),
                ...receiptHeader(receipt),
              ]);
          const { customer } = payer.caller ?? VISITOR;
          this.#checks.pay({ customer, address: this.#addressOf(request) }, bytes);
          this.#measure(outcome, { request, beganMs });
        }),
      (error: Error) =>
        this.#tell(response, () => {
          const failed = failure(error, this.#bug);
          answer(response, failed);
          this.#measure(failed, { request, beganMs });
        }),
    );
  }

  #measure(
    outcome: AnyOutcome,
    { request, beganMs }: { readonly request: AskedRequest; readonly beganMs: number },
  ): void {
    const code = outcomeOf({ outcome });
    this.#shared.onAnswered?.(this.#call.name, code, {
      ...{ way: 'http', ms: performance.now() - beganMs },
      addressOf: () => this.#addressOf(request),
    });
  }

  #headersOf(request: AskedRequest, outcome: AnyOutcome, device: string | undefined) {
    const left = this.#leavesDevice && outcome.ok && device !== undefined;
    return left ? deviceCookie(device, this.#checks.callers.isSecure(request.raw)) : [];
  }

  #addressOf(request: AskedRequest): string {
    return this.#checks.callers.addressOf(request.raw);
  }

  /** If a response can't be serialised, that is a bug like any other, and the caller still gets an answer. */
  #tell(response: ServerResponse, write: () => void): void {
    try {
      write();
    } catch (error) {
      answer(response, failure(error as Error, this.#bug));
    }
  }

  async #madeOf(request: AskedRequest, device: string | undefined, payer: Payer): Promise<Made> {
    const { row, allowed, isGet } = this.#call;
    const found = this.#checks.callerOf(request, row, allowed);
    const caller = found instanceof Promise ? await found : found;
    if ('refusal' in caller) return { outcome: caller };
    payer.caller = caller;
    // Calls with a file always come through Fastify.
    if (row.takesFile === true) return this.#takeFile(request as FastifyRequest, caller, device);
    const read = isGet ? queryFields(request) : ((request.body as FieldsOutcome | undefined) ?? noFields);
    return read.ok ? this.#make(request, { caller, device, fields: read.value }) : { outcome: read };
  }

  async #takeFile(request: FastifyRequest, caller: Caller, device: string | undefined): Promise<Made> {
    const counted = { customer: caller.customer, address: this.#addressOf(request) };
    if (!this.#checks.mayCost(counted, this.#call.row)) return { outcome: this.#checks.tooCostly() };
    const done = this.#shared.uploads.take(this.#checks.whose(counted), {
      read: () => readUpload(request),
      work: async (upload) => (await this.#make(request, { caller, device, ...upload })).outcome,
    });
    return { outcome: (await done) ?? refuse('busy') };
  }

  #make(request: AskedRequest, { caller, device, fields, file }: Asked): Promise<Made> {
    const { callers } = this.#checks;
    const key = idempotencyKeyOf(request);
    return this.#call.make({
      ...{ caller, fields },
      facts: {
        language: languageOf(fields),
        address: this.#addressOf(request),
        agent: request.headers['user-agent'] ?? '',
        host: callers.hostOf(request.raw),
        device,
        visitorKey: visitorKeyOf(request),
        isGone: () => request.raw.socket.destroyed,
      },
      // An invalid key is passed as an empty one, which is refused.
      idempotencyKey: key === null ? '' : key,
      order: { body: request.rawBody ?? '', signature: request.headers[ORDER_HEADER] },
      ...(file === undefined ? {} : { file }),
    });
  }
}

const outcomeOf = ({ outcome }: Made): string => (outcome.ok ? 'ok' : outcome.refusal.code);

/** Returns the header that carries the receipt of an accepted order. */
function receiptHeader(receipt: Made['receipt']): readonly string[] {
  return receipt === undefined ? [] : [RECEIPT_HEADER, writeReceipt(receipt)];
}

export function languageOf(fields: Fields): Language {
  const { lang } = fields;
  return typeof lang === 'string' && languageSet.has(lang) ? (lang as Language) : languageDefault;
}

function queryFields(request: AskedRequest): FieldsOutcome {
  const query = request.query as FieldsOutcome;
  const params = request.params as Fields;
  return query.ok && 'symbol' in params ? { ok: true, value: { ...query.value, ...params } } : query;
}
