/**
 * Processes a request: rate, session and field checks, then the feature's handler. No log is written here, and the response is
 * written once. Every order takes this path, so as much as possible is prepared when the routes are created.
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
import { RECEIPT_HEADER, writeReceipt } from '@candor/protocol/receipts/texts.ts';
import { countedAs } from '../callers/addresses.ts';
import type { DeviceKeys } from '../identity/device-keys.ts';
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
import { orderOf } from './order-said.ts';
import type { Ordered } from './order-said.ts';
import { unread } from './unread.ts';
import type { UploadSlots } from './upload-body.ts';
import { readUpload } from './upload-body.ts';

/** Shared by all routes of a server. */
export type RouteShared = {
  readonly checks: CallerChecks;
  readonly reading: CostlyCalls;
  readonly uploads: UploadSlots;
  readonly deviceKeys?: Pick<DeviceKeys, 'hasSigned'>;
  readonly onError: (error: Error, call: string) => void;
};

type AnyOutcome = Outcome<unknown, RefusalCode>;
export type AnyHandler = (input: unknown, context: CallContext) => Promise<AnyOutcome>;
/** Set once the caller is identified, and the order's signature is found valid. */
type Payer = { caller?: Caller; order?: Ordered };
type Asked = {
  readonly caller: Caller;
  readonly device: string | undefined;
  readonly fields: Fields;
  readonly file?: Buffer;
};

const LOGOUT: CallName = 'POST user/logout';

const gone: Refused = refuse('request_failed');
const wronglySigned: Refused = refuse('parameter_wrong', {
  field: 'Candor-Order',
  params: { field: 'Candor-Order' },
});
const languageSet: ReadonlySet<string> = new Set(languages);

export class Route {
  readonly #name: CallName;
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
    this.#name = name;
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

  /** Writes the response directly, because Fastify would serialise it again and run hooks. */
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
            : answer(reply.raw, outcome, [
                ...this.#headersOf(request, outcome, device),
                ...receiptOf(outcome, payer.order),
              ]);
          this.#checks.pay(request, payer.caller ?? VISITOR, bytes);
        }),
      (error: Error) => this.#tell(reply, () => answer(reply.raw, failure(error, this.#bug))),
    );
  };

  #headersOf(request: FastifyRequest, outcome: AnyOutcome, device: string | undefined) {
    const left = this.#leavesDevice && outcome.ok && device !== undefined;
    return left ? deviceCookie(device, this.#checks.callers.isSecure(request.raw)) : [];
  }

  /** A response that can't be serialised is a bug like any other, and the caller still gets an answer. */
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
    return read.ok ? this.#call(request, { caller, device, fields: read.value }, payer) : read;
  }

  async #takeFile(request: FastifyRequest, caller: Caller, device: string | undefined): Promise<AnyOutcome> {
    if (!this.#checks.mayCost(request, caller, this.#row)) return this.#checks.tooCostly();
    const done = this.#shared.uploads.take(this.#checks.whose(request, caller), {
      read: () => readUpload(request),
      work: (upload) => this.#call(request, { caller, device, ...upload }),
    });
    return (await done) ?? refuse('busy');
  }

  async #call(request: FastifyRequest, asked: Asked, payer: Payer = {}): Promise<AnyOutcome> {
    const key = idempotencyKeyOf(request);
    if (key === null) return refuse('parameter_wrong', { field: 'Idempotency-Key' });
    const input = this.#check(asked.fields);
    if (!input.ok) return input;
    const row = this.#row;
    // An invalid request is charged only for its body; a file was charged before it arrived.
    if (row.takesFile !== true && !this.#checks.mayCost(request, asked.caller, row))
      return this.#checks.tooCostly();
    let context = this.#contextOf(request, asked, key);
    if (row.order === true) {
      const order = orderOf(request, {
        call: this.#name,
        idempotencyKey: key,
        symbol: asked.fields['symbol'],
      });
      if (order === undefined || !(await this.#isSigned(asked.caller, order))) return wronglySigned;
      payer.order = order;
      context = { ...context, order };
    }
    return row.readsMuch === true
      ? this.#readMuch(request, input.value, context)
      : this.#handle(input.value, context);
  }

  /** Whether an order's signature is of a key of the customer, or there is none. */
  #isSigned({ customer }: Caller, { text, signed }: Ordered): boolean | Promise<boolean> {
    if (signed === undefined) return true;
    const { deviceKey: publicKey, signature, deviceMs } = signed;
    return this.#shared.deviceKeys?.hasSigned(customer, { publicKey, text, signature, deviceMs }) ?? false;
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

  /** Queues a call that reads much, and refuses it if its caller has too many unread responses. */
  async #readMuch(request: FastifyRequest, input: unknown, context: CallContext): Promise<AnyOutcome> {
    const { address } = context;
    const whose = this.#checks.whose(request, context);
    const line = countedAs(address);
    if (unread.isFull(line)) return unread.isFullInAll() ? refuse('busy') : this.#checks.tooCostly();
    const read = async (): Promise<AnyOutcome> =>
      // Don't read for a caller that has disconnected.
      request.raw.socket.destroyed ? gone : this.#handle(input, context);
    return (await this.#shared.reading.take({ whose, address }, read)) ?? refuse('busy');
  }
}

/** The receipt of an accepted order, as a header. */
function receiptOf(outcome: AnyOutcome, order: Ordered | undefined): readonly string[] {
  const receipt = outcome.ok ? order?.receipt : undefined;
  return receipt === undefined ? [] : [RECEIPT_HEADER, writeReceipt(receipt)];
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
