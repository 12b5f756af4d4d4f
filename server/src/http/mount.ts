/**
 * Turns the table of calls into routes. Each request goes the same way: how many came before it, whose it is, whether
 * the fields are right, then the feature's handler; nothing on this way logs, and the answer is written once. This is the
 * path that every order takes, so what can be prepared is prepared when the routes are made.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { countedAs } from '../callers/addresses.ts';
import { Callers } from '../callers/callers.ts';
import type { Session } from '../identity/sessions/session-store.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { LIMITS } from '../limits.ts';
import { answer, answerEverybody } from './answer.ts';
import { noFields } from './body.ts';
import type { Fields, FieldsOutcome } from './body.ts';
import { idempotencyKeyOf, tokenOf, visitorKeyOf } from './caller-said.ts';
import { countsForCustomer } from './connections.ts';
import { CostlyTurns } from './costly-turns.ts';
import { DEVICE_CALLS, deviceCookie, deviceOf, newDevice } from './device-cookie.ts';
import { failure } from './failure.ts';
import type { CallContext, Handlers } from '../calls/handler.ts';
import { inputCheck } from './input.ts';
import { RequestRate } from '../flow/request-rate.ts';
import { unread } from './unread.ts';
import { UploadTurns, acceptFiles, readUpload } from './upload-body.ts';

export type MountOptions = {
  readonly handlers: Handlers;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly mode: 'demo' | 'live';
  readonly now: () => number;
  /** Who may say for whom they ask; nobody when absent. */
  readonly callers?: Callers;
  readonly rates: {
    readonly addressPerMinute: number;
    readonly customerPerMinute: number;
    /** What costly calls of one caller may come to; no bound when absent. */
    readonly costPerMinute?: number;
  };
  /** A bug that a request met; the caller learns no more than that it failed. */
  readonly onError: (error: Error, call: string) => void;
};

type AnyOutcome = Outcome<unknown, RefusalCode>;
type AnyHandler = (input: unknown, context: CallContext) => Promise<AnyOutcome>;
type Caller = { readonly customer: bigint; readonly session: bigint; readonly proof?: Buffer };
/** Who turned out to call, once that is known. */
type Payer = { caller?: Caller };
/** A call that was read. */
type Asked = {
  readonly caller: Caller;
  readonly device: string | undefined;
  readonly fields: Fields;
  readonly file?: Buffer;
};
/** Which standings besides an active one may make a call. */
type Allowed = { readonly frozen: boolean; readonly locked: boolean };
type Refused = { readonly ok: false; readonly refusal: Refusal<RefusalCode> };

const VISITOR: Caller = { customer: 0n, session: 0n };
const LOGOUT: CallName = 'POST user/logout';
/** A symbol may stand in the path too, "tape/BTC%2FUSDT". */
const ALIASES: readonly { readonly path: string; readonly name: CallName }[] = [
  { path: 'tape/:symbol', name: 'GET tape' },
  { path: 'tape/:symbol/checkpoints', name: 'GET tape/checkpoints' },
];

const gone: Refused = refuse('request_failed');
const sessionEnded: Refused = refuse('session_ended');
const languageSet: ReadonlySet<string> = new Set(languages);

/** Adds a route for every row that exists in this mode. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const door = new Door(options);
  const rows = Object.entries(calls) as [CallName, CallRow][];
  for (const [name, row] of rows) {
    if (row.mode === 'demo' && options.mode !== 'demo') continue;
    const { method, path } = methodAndPath(name);
    const handler = door.route(name, row);
    const config = { countsItself: true };
    if (row.takesFile === true) {
      void app.register(async (scope) => {
        await acceptFiles(scope);
        scope.route({ method, url: `/api/${path}`, config, handler });
      });
      continue;
    }
    app.route({ method, url: `/api/${path}`, config, handler });
    for (const alias of ALIASES)
      if (alias.name === name) app.route({ method, url: `/api/${alias.path}`, config, handler });
  }
}

class Door {
  readonly #options: MountOptions;
  readonly #callers: Callers;
  readonly #addresses: RequestRate;
  readonly #customers: RequestRate;
  readonly #costs: RequestRate;
  readonly #reading = new CostlyTurns();
  readonly #uploads = new UploadTurns();

  constructor(options: MountOptions) {
    this.#options = options;
    this.#callers = options.callers ?? new Callers([]);
    this.#addresses = new RequestRate(options.rates.addressPerMinute);
    this.#customers = new RequestRate(options.rates.customerPerMinute);
    this.#costs = new RequestRate(options.rates.costPerMinute ?? Number.POSITIVE_INFINITY);
  }

  route(name: CallName, row: CallRow) {
    const check = inputCheck(row.input);
    const handle = this.#options.handlers[name] as unknown as AnyHandler;
    const isGet = name.startsWith('GET ');
    const leavesDevice = DEVICE_CALLS.has(name);
    const isEverybodys = isGet && row.who === 'visitor';
    const allowed: Allowed = { frozen: isGet || row.whenFrozen === true, locked: name === LOGOUT };

    const outcomeOf = async (
      request: FastifyRequest,
      device: string | undefined,
      payer: Payer,
    ): Promise<AnyOutcome> => {
      const found = this.#callerOf(request, row, allowed);
      const caller = found instanceof Promise ? await found : found;
      if ('refusal' in caller) return caller;
      payer.caller = caller;
      if (row.takesFile !== true) {
        const read = isGet ? queryFields(request) : ((request.body as FieldsOutcome | undefined) ?? noFields);
        return read.ok ? call(request, { caller, device, fields: read.value }) : read;
      }
      if (!this.#mayCost(request, caller, row)) return this.#tooMany(this.#costs);
      const done = this.#uploads.take(this.#whose(request, caller), {
        read: () => readUpload(request),
        work: (upload) => call(request, { caller, device, ...upload }),
      });
      return (await done) ?? refuse('busy');
    };

    const call = async (request: FastifyRequest, asked: Asked): Promise<AnyOutcome> => {
      const { caller, device, fields, file } = asked;
      const key = idempotencyKeyOf(request);
      if (key === null) return refuse('parameter_wrong', { field: 'Idempotency-Key' });
      const input = check(fields);
      if (!input.ok) return input;
      // What cannot be read costs nothing but its reading; a file was paid for before it came.
      if (row.takesFile !== true && !this.#mayCost(request, caller, row)) return this.#tooMany(this.#costs);
      const context: CallContext = {
        customer: caller.customer,
        session: caller.session,
        ...(caller.proof === undefined ? {} : { proof: caller.proof }),
        idempotencyKey: key,
        language: languageOf(fields),
        address: this.#callers.addressOf(request.raw),
        agent: request.headers['user-agent'] ?? '',
        host: this.#callers.hostOf(request.raw),
        device,
        visitorKey: visitorKeyOf(request),
        ...(file === undefined ? {} : { file }),
      };
      if (row.readsMuch !== true) return handle(input.value, context);
      const whose = this.#whose(request, caller);
      const line = countedAs(context.address);
      if (unread.isFull(line)) return unread.isFullInAll() ? refuse('busy') : this.#tooMany(this.#costs);
      const read = async (): Promise<AnyOutcome> =>
        // Whoever hung up meanwhile has nothing read for them.
        request.raw.socket.destroyed ? gone : handle(input.value, context);
      return (await this.#reading.take({ whose, address: context.address }, read)) ?? refuse('busy');
    };

    /** What a big answer weighs is paid by whoever it goes to. */
    const pay = (request: FastifyRequest, payer: Payer, bytes: number): void => {
      if (bytes < LIMITS.http.bytesCostingOne) return;
      const whose = this.#whose(request, payer.caller ?? VISITOR);
      this.#costs.add(whose, this.#options.now(), bytes / LIMITS.http.bytesCostingOne);
    };

    return (request: FastifyRequest, reply: FastifyReply): void => {
      // Fastify's own sending would serialise and hook what is already one buffer.
      reply.hijack();
      const known = deviceOf(request.raw);
      const device = leavesDevice ? (known ?? newDevice()) : known;
      const payer: Payer = {};
      outcomeOf(request, device, payer).then(
        (outcome) => {
          const left = leavesDevice && outcome.ok && device !== undefined;
          if (isEverybodys) {
            this.#tell(name, reply, () =>
              pay(request, payer, answerEverybody(request.raw, reply.raw, outcome)),
            );
          } else {
            const headers = left ? deviceCookie(device, this.#callers.isSecure(request.raw)) : [];
            this.#tell(name, reply, () => pay(request, payer, answer(reply.raw, outcome, headers)));
          }
        },
        (error: Error) =>
          this.#tell(name, reply, () => answer(reply.raw, failure(error, this.#failed(name)))),
      );
    };
  }

  /** By what a caller is counted: a customer by number, and visitors, who have none, by the line they share. */
  #whose(request: FastifyRequest, { customer }: Caller): string | bigint {
    return customer === 0n ? countedAs(this.#callers.addressOf(request.raw)) : customer;
  }

  /** What only reads has to wait once its caller's answers have weighed too much, and what trades never does. */
  #mayCost(request: FastifyRequest, caller: Caller, { cost, idempotent }: CallRow): boolean {
    if (cost === undefined && idempotent) return true;
    return this.#costs.allows(this.#whose(request, caller), this.#options.now(), cost ?? 0);
  }

  #tooMany(rate: RequestRate): Refused {
    const seconds = String(rate.secondsLeft(this.#options.now()));
    return refuse('too_many_requests', { params: { seconds } });
  }

  /** An answer that cannot be written down is a bug like any other, and the caller still hears something. */
  #tell(name: CallName, reply: FastifyReply, write: () => void): void {
    try {
      write();
    } catch (error) {
      answer(reply.raw, failure(error as Error, this.#failed(name)));
    }
  }

  #failed(name: CallName): (error: Error) => void {
    return (error) => this.#options.onError(error, name);
  }

  /** Who calls, or why they may not. A known session answers at once; anything else counts against the address. */
  #callerOf(
    request: FastifyRequest,
    row: CallRow,
    allowed: Allowed,
  ): Caller | Refused | Promise<Caller | Refused> {
    const nowMs = this.#options.now();
    const address = countedAs(this.#callers.addressOf(request.raw));
    if (row.who === 'visitor')
      return this.#addresses.allows(address, nowMs) ? VISITOR : this.#tooMany(this.#addresses);
    const token = tokenOf(request);
    if (row.who === 'anybody' && token === undefined)
      return this.#addresses.allows(address, nowMs) ? VISITOR : this.#tooMany(this.#addresses);
    const admit = (session: Session): Caller | Refused => {
      const caller = this.#admit(session, allowed, nowMs);
      if (!('refusal' in caller)) countsForCustomer(request.raw);
      return caller;
    };
    const found = token === undefined ? undefined : this.#options.sessions.find(token);
    if (found !== undefined && !(found instanceof Promise)) return admit(found);
    if (!this.#addresses.allows(address, nowMs)) return this.#tooMany(this.#addresses);
    if (found === undefined) return sessionEnded;
    return found.then((session) => (session === undefined ? sessionEnded : admit(session)));
  }

  #admit(session: Session, allowed: Allowed, nowMs: number): Caller | Refused {
    const { status } = session;
    if (status === 'frozen' && !allowed.frozen) return refuse('account_frozen');
    if (status === 'locked' && !allowed.locked) return refuse('account_locked');
    if (status === 'closed') return sessionEnded;
    if (!this.#customers.allows(session.customer, nowMs)) return this.#tooMany(this.#customers);
    const { customer, id, proof } = session;
    return { customer, session: id, ...(proof === undefined ? {} : { proof }) };
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
