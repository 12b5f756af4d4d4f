/**
 * The way of a request: how many came before it, whose it is, whether the fields are right, then the feature's handler; nothing on
 * this way logs, and the answer is written once. This is the path that every order takes, so what can be prepared is prepared when
 * the routes are made.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { CallContext } from '../calls/handler.ts';
import { countedAs } from '../callers/addresses.ts';
import { answer, answerEverybody } from './answer.ts';
import { noFields } from './body.ts';
import type { Fields, FieldsOutcome } from './body.ts';
import { VISITOR } from './caller-checks.ts';
import type { Allowed, Caller, CallerChecks, Refused } from './caller-checks.ts';
import { idempotencyKeyOf, visitorKeyOf } from './caller-said.ts';
import type { CostlyCalls } from './costly-calls.ts';
import { DEVICE_CALLS, deviceCookie, deviceOf, newDevice } from './device-cookie.ts';
import { failure } from './failure.ts';
import { inputCheck } from './input.ts';
import { unread } from './unread.ts';
import type { UploadSlots } from './upload-body.ts';
import { readUpload } from './upload-body.ts';

/** What all routes of a door share. */
export type RouteShared = {
  readonly checks: CallerChecks;
  readonly reading: CostlyCalls;
  readonly uploads: UploadSlots;
  readonly onError: (error: Error, call: string) => void;
};

type AnyOutcome = Outcome<unknown, RefusalCode>;
export type AnyHandler = (input: unknown, context: CallContext) => Promise<AnyOutcome>;
/** Who turned out to call, once that is known. */
type Payer = { caller?: Caller };
/** A call that was read. */
type Asked = {
  readonly caller: Caller;
  readonly device: string | undefined;
  readonly fields: Fields;
  readonly file?: Buffer;
};

const LOGOUT: CallName = 'POST user/logout';

const gone: Refused = refuse('request_failed');
const languageSet: ReadonlySet<string> = new Set(languages);

export class Route {
  readonly #row: CallRow;
  readonly #handle: AnyHandler;
  readonly #shared: RouteShared;
  readonly #checks: CallerChecks;
  readonly #check: ReturnType<typeof inputCheck>;
  readonly #isGet: boolean;
  readonly #leavesDevice: boolean;
  readonly #isEverybodys: boolean;
  readonly #allowed: Allowed;
  readonly #bug: (error: Error) => void;

  constructor(name: CallName, row: CallRow, handle: AnyHandler, shared: RouteShared) {
    this.#row = row;
    this.#handle = handle;
    this.#shared = shared;
    this.#checks = shared.checks;
    this.#check = inputCheck(row.input);
    this.#isGet = name.startsWith('GET ');
    this.#leavesDevice = DEVICE_CALLS.has(name);
    this.#isEverybodys = this.#isGet && row.who === 'visitor';
    this.#allowed = { frozen: this.#isGet || row.whenFrozen === true, locked: name === LOGOUT };
    this.#bug = (error) => shared.onError(error, name);
  }

  /** Answers a request, by itself: Fastify's own sending would serialise and hook what is already one buffer. */
  readonly answer = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    const known = deviceOf(request.raw);
    const device = this.#leavesDevice ? (known ?? newDevice()) : known;
    const payer: Payer = {};
    this.#outcomeOf(request, device, payer).then(
      (outcome) =>
        this.#tell(reply, () => {
          const bytes = this.#isEverybodys
            ? answerEverybody(request.raw, reply.raw, outcome)
            : answer(reply.raw, outcome, this.#headersOf(request, outcome, device));
          this.#checks.pay(request, payer.caller ?? VISITOR, bytes);
        }),
      (error: Error) => this.#tell(reply, () => answer(reply.raw, failure(error, this.#bug))),
    );
  };

  #headersOf(request: FastifyRequest, outcome: AnyOutcome, device: string | undefined) {
    const left = this.#leavesDevice && outcome.ok && device !== undefined;
    return left ? deviceCookie(device, this.#checks.callers.isSecure(request.raw)) : [];
  }

  /** An answer that cannot be written down is a bug like any other, and the caller still hears something. */
  #tell(reply: FastifyReply, write: () => void): void {
    try {
      write();
    } catch (error) {
      answer(reply.raw, failure(error as Error, this.#bug));
    }
  }

  async #outcomeOf(request: FastifyRequest, device: string | undefined, payer: Payer): Promise<AnyOutcome> {
    const found = this.#checks.callerOf(request, this.#row, this.#allowed);
    const caller = found instanceof Promise ? await found : found;
    if ('refusal' in caller) return caller;
    payer.caller = caller;
    if (this.#row.takesFile === true) return this.#takeFile(request, caller, device);
    const read = this.#isGet
      ? queryFields(request)
      : ((request.body as FieldsOutcome | undefined) ?? noFields);
    return read.ok ? this.#call(request, { caller, device, fields: read.value }) : read;
  }

  async #takeFile(request: FastifyRequest, caller: Caller, device: string | undefined): Promise<AnyOutcome> {
    if (!this.#checks.mayCost(request, caller, this.#row)) return this.#checks.tooCostly();
    const done = this.#shared.uploads.take(this.#checks.whose(request, caller), {
      read: () => readUpload(request),
      work: (upload) => this.#call(request, { caller, device, ...upload }),
    });
    return (await done) ?? refuse('busy');
  }

  async #call(request: FastifyRequest, asked: Asked): Promise<AnyOutcome> {
    const key = idempotencyKeyOf(request);
    if (key === null) return refuse('parameter_wrong', { field: 'Idempotency-Key' });
    const input = this.#check(asked.fields);
    if (!input.ok) return input;
    const row = this.#row;
    // What cannot be read costs nothing but its reading; a file was paid for before it came.
    if (row.takesFile !== true && !this.#checks.mayCost(request, asked.caller, row))
      return this.#checks.tooCostly();
    const context = this.#contextOf(request, asked, key);
    return row.readsMuch === true
      ? this.#readMuch(request, input.value, context)
      : this.#handle(input.value, context);
  }

  #contextOf(
    request: FastifyRequest,
    { caller, device, fields, file }: Asked,
    idempotencyKey: CallContext['idempotencyKey'],
  ): CallContext {
    const { callers } = this.#checks;
    return {
      customer: caller.customer,
      session: caller.session,
      ...(caller.proof === undefined ? {} : { proof: caller.proof }),
      idempotencyKey,
      language: languageOf(fields),
      address: callers.addressOf(request.raw),
      agent: request.headers['user-agent'] ?? '',
      host: callers.hostOf(request.raw),
      device,
      visitorKey: visitorKeyOf(request),
      ...(file === undefined ? {} : { file }),
    };
  }

  /** What reads much takes its turn, and is read for nobody whose answers lie unread already. */
  async #readMuch(request: FastifyRequest, input: unknown, context: CallContext): Promise<AnyOutcome> {
    const { address } = context;
    const whose = this.#checks.whose(request, context);
    const line = countedAs(address);
    if (unread.isFull(line)) return unread.isFullInAll() ? refuse('busy') : this.#checks.tooCostly();
    const read = async (): Promise<AnyOutcome> =>
      // Whoever hung up meanwhile has nothing read for them.
      request.raw.socket.destroyed ? gone : this.#handle(input, context);
    return (await this.#shared.reading.take({ whose, address }, read)) ?? refuse('busy');
  }
}

function languageOf(fields: Fields): Language {
  const { lang } = fields;
  return typeof lang === 'string' && languageSet.has(lang) ? (lang as Language) : languageDefault;
}

function queryFields(request: FastifyRequest): FieldsOutcome {
  const query = request.query as FieldsOutcome;
  const params = request.params as Fields;
  return query.ok && 'symbol' in params ? { ok: true, value: { ...query.value, ...params } } : query;
}
