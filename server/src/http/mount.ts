/**
 * Turns the table of calls into routes. Each request goes the same way: how many came before it, whose it is, whether
 * the fields are right, then the feature's handler; nothing on this way logs, and the answer is written once. This is the
 * path that every order takes, so what can be prepared is prepared when the routes are made.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls, methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Session } from '../identity/sessions/session-store.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { answer, answerEverybody } from './answer.ts';
import { noFields } from './body.ts';
import type { Fields, FieldsOutcome } from './body.ts';
import { idempotencyKeyOf, tokenOf, visitorKeyOf } from './caller-said.ts';
import { SIGN_IN_CALLS, deviceCookie, deviceOf, newDevice } from './device-cookie.ts';
import { failure } from './failure.ts';
import type { CallContext, Handlers } from './handler.ts';
import { inputCheck } from './input.ts';
import { RequestRate } from './request-rate.ts';
import { UploadTurns, acceptFiles, readUpload } from './upload-body.ts';

export type MountOptions = {
  readonly handlers: Handlers;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly mode: 'demo' | 'live';
  readonly now: () => number;
  readonly rates: { readonly addressPerMinute: number; readonly customerPerMinute: number };
  /** A bug that a request met; the caller learns no more than that it failed. */
  readonly onError: (error: Error, call: string) => void;
};

type AnyOutcome = Outcome<unknown, RefusalCode>;
type AnyHandler = (input: unknown, context: CallContext) => Promise<AnyOutcome>;
type Caller = { readonly customer: bigint; readonly session: bigint };
/** A call that was read. */
type Asked = {
  readonly caller: Caller;
  readonly device: string | undefined;
  readonly fields: Fields;
  readonly file?: Buffer;
};
/** Which standings besides an active one may make a call. */
type Allowed = { readonly frozen: boolean; readonly locked: boolean };
type Refused = { readonly ok: false; readonly refusal: { readonly code: RefusalCode } };

const VISITOR: Caller = { customer: 0n, session: 0n };
const LOGOUT: CallName = 'POST user/logout';
/** A symbol may stand in the path too, "tape/BTC%2FUSDT". */
const ALIASES: readonly { readonly path: string; readonly name: CallName }[] = [
  { path: 'tape/:symbol', name: 'GET tape' },
  { path: 'tape/:symbol/checkpoints', name: 'GET tape/checkpoints' },
];

const sessionEnded: Refused = refuse('session_ended');
const tooMany: Refused = refuse('too_many_requests');
const languageSet: ReadonlySet<string> = new Set(languages);

/** Adds a route for every row that exists in this mode. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const door = new Door(options);
  const rows = Object.entries(calls) as [CallName, CallRow][];
  for (const [name, row] of rows) {
    if (row.mode === 'demo' && options.mode !== 'demo') continue;
    const { method, path } = methodAndPath(name);
    const handler = door.route(name, row);
    if (row.takesFile === true) {
      void app.register(async (scope) => {
        await acceptFiles(scope);
        scope.route({ method, url: `/api/${path}`, handler });
      });
      continue;
    }
    app.route({ method, url: `/api/${path}`, handler });
    for (const alias of ALIASES)
      if (alias.name === name) app.route({ method, url: `/api/${alias.path}`, handler });
  }
}

class Door {
  readonly #options: MountOptions;
  readonly #addresses: RequestRate;
  readonly #customers: RequestRate;
  readonly #uploads = new UploadTurns();

  constructor(options: MountOptions) {
    this.#options = options;
    this.#addresses = new RequestRate(options.rates.addressPerMinute);
    this.#customers = new RequestRate(options.rates.customerPerMinute);
  }

  route(name: CallName, row: CallRow) {
    const check = inputCheck(row.input);
    const handle = this.#options.handlers[name] as unknown as AnyHandler;
    const isGet = name.startsWith('GET ');
    const signsIn = SIGN_IN_CALLS.has(name);
    const isEverybodys = isGet && row.who === 'visitor';
    const allowed: Allowed = { frozen: isGet || row.whenFrozen === true, locked: name === LOGOUT };

    const outcomeOf = async (request: FastifyRequest, device: string | undefined): Promise<AnyOutcome> => {
      const found = this.#callerOf(request, row, allowed);
      const caller = found instanceof Promise ? await found : found;
      if ('refusal' in caller) return caller;
      if (row.takesFile !== true) {
        const read = isGet ? queryFields(request) : ((request.body as FieldsOutcome | undefined) ?? noFields);
        return read.ok ? call(request, { caller, device, fields: read.value }) : read;
      }
      // Visitors have no number; those of one address share its turns.
      const whose = caller.customer === 0n ? (request.socket.remoteAddress ?? '') : caller.customer;
      const done = this.#uploads.take(whose, async () => {
        const read = await readUpload(request);
        return read.ok ? call(request, { caller, device, ...read.value }) : read;
      });
      return (await done) ?? refuse('busy');
    };

    const call = async (request: FastifyRequest, asked: Asked): Promise<AnyOutcome> => {
      const { caller, device, fields, file } = asked;
      const key = idempotencyKeyOf(request);
      if (key === null) return refuse('parameter_wrong', { field: 'Idempotency-Key' });
      const input = check(fields);
      if (!input.ok) return input;
      return handle(input.value, {
        customer: caller.customer,
        session: caller.session,
        idempotencyKey: key,
        language: languageOf(fields),
        address: request.socket.remoteAddress ?? '',
        agent: request.headers['user-agent'] ?? '',
        host: request.headers.host ?? '',
        device,
        visitorKey: visitorKeyOf(request),
        ...(file === undefined ? {} : { file }),
      });
    };

    return (request: FastifyRequest, reply: FastifyReply): void => {
      // Fastify's own sending would serialise and hook what is already one buffer.
      reply.hijack();
      const known = deviceOf(request.raw);
      const device = signsIn ? (known ?? newDevice()) : known;
      outcomeOf(request, device).then(
        (outcome) => {
          const left = signsIn && outcome.ok && device !== undefined;
          if (isEverybodys) this.#tell(name, reply, () => answerEverybody(request.raw, reply.raw, outcome));
          else {
            const headers = left ? deviceCookie(device, request.raw) : [];
            this.#tell(name, reply, () => answer(reply.raw, outcome, headers));
          }
        },
        (error: Error) =>
          this.#tell(name, reply, () => answer(reply.raw, failure(error, this.#failed(name)))),
      );
    };
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
    const address = request.socket.remoteAddress ?? '';
    if (row.who === 'visitor') return this.#addresses.allows(address, nowMs) ? VISITOR : tooMany;
    const token = tokenOf(request);
    if (row.who === 'anybody' && token === undefined)
      return this.#addresses.allows(address, nowMs) ? VISITOR : tooMany;
    const found = token === undefined ? undefined : this.#options.sessions.find(token);
    if (found !== undefined && !(found instanceof Promise)) return this.#admit(found, allowed, nowMs);
    if (!this.#addresses.allows(address, nowMs)) return tooMany;
    if (found === undefined) return sessionEnded;
    return found.then((session) =>
      session === undefined ? sessionEnded : this.#admit(session, allowed, nowMs),
    );
  }

  #admit(session: Session, allowed: Allowed, nowMs: number): Caller | Refused {
    const { status } = session;
    if (status === 'frozen' && !allowed.frozen) return refuse('account_frozen');
    if (status === 'locked' && !allowed.locked) return refuse('account_locked');
    if (status === 'closed') return sessionEnded;
    if (!this.#customers.allows(session.customer, nowMs)) return tooMany;
    return { customer: session.customer, session: session.id };
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
