/**
 * Turns the operators' table of calls into routes at `/api/console/…`. Each request passes the same checks in order: the network,
 * the rate, the session, the role and the fields. Then it reaches the feature's handler. A denial by role is recorded before it
 * is answered.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { ConsoleRow } from '@candor/protocol/console/console-call.ts';
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { signedActOf } from '@candor/protocol/console/signed-calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { countedAs } from '../callers/addresses.ts';
import { Callers } from '../callers/callers.ts';
import { LIMITS } from '../limits.ts';
import type { OriginRule } from '../identity/factors/origin.ts';
import { confirmationNeeded } from '../operators/approvals.ts';
import type { Approvals } from '../operators/approvals.ts';
import type { Denials } from '../operators/denials.ts';
import type { OperatorSession, OperatorSessions } from '../operators/operator-sessions.ts';
import { answer } from './answer.ts';
import { noFields } from './body.ts';
import type { Fields, FieldsOutcome } from './body.ts';
import { approvalOf, idempotencyKeyOf, tokenOf } from './caller-said.ts';
import type { ConsoleContext, ConsoleHandlers } from '../calls/console-handler.ts';
import { deviceCookie, deviceOf, newDevice } from './device-cookie.ts';
import type { OnAnswered } from './dispatch.ts';
import { failure } from './failure.ts';
import { inputCheck } from './input.ts';
import type { Near } from './near-callers.ts';
import { RequestRate } from '../flow/request-rate.ts';

export type ConsoleDoorOptions = {
  readonly handlers: ConsoleHandlers;
  readonly sessions: Pick<OperatorSessions, 'find'>;
  readonly denials: Pick<Denials, 'note'>;
  readonly approvals: Pick<Approvals, 'judge'>;
  readonly originOf: OriginRule;
  /** Decides whether a caller is in the operators' networks. Others get "not found" for every console path. */
  readonly near: Near;
  readonly callers?: Callers;
  readonly rates: {
    readonly addressPerMinute: number;
    readonly operatorPerMinute: number;
    /** Limits the cost of the files that one address requests. If absent, there is no limit. */
    readonly costPerMinute?: number;
  };
};

type Deps = {
  readonly console: ConsoleDoorOptions;
  readonly now: () => number;
  readonly onError: (error: Error, call: string) => void;
  readonly onAnswered?: OnAnswered | undefined;
};
type AnyOutcome = Outcome<unknown, RefusalCode>;
type AnyHandler = (input: unknown, context: ConsoleContext) => Promise<AnyOutcome>;
type Caller = Pick<ConsoleContext, 'operator' | 'session'> & { readonly freshMs: number };
type Refused = { readonly ok: false; readonly refusal: { readonly code: RefusalCode } };

const LOGINS: ReadonlySet<ConsoleCallName> = new Set(['POST login', 'POST passkey_login']);
/** The caller of a login call, who has no account. Every call that is restricted to a role rejects this caller. */
const NOBODY: Caller = {
  operator: { account: '', role: 'support', person: '' },
  session: Buffer.alloc(0),
  freshMs: 0,
};

export function mountConsole(app: FastifyInstance, deps: Deps): void {
  const door = new ConsoleDoor(deps);
  for (const [name, row] of Object.entries(consoleCalls) as [ConsoleCallName, ConsoleRow][]) {
    const { method, path } = methodAndPath(name);
    const url = `/api/console/${path}`;
    const handler = door.route(name, row);
    const config = { countsItself: true };
    if (row.bigBody !== true) app.route({ method, url, config, handler });
    // For requests from other networks, nothing but the headers is read.
    else
      app.route({
        method,
        url,
        config,
        handler,
        bodyLimit: LIMITS.console.bigBodyBytesMax,
        onRequest: door.nearOnly,
      });
  }
}

class ConsoleDoor {
  readonly #deps: Deps;
  readonly #callers: Callers;
  readonly #addresses: RequestRate;
  readonly #operators: RequestRate;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#callers = deps.console.callers ?? new Callers([]);
    this.#addresses = new RequestRate(deps.console.rates.addressPerMinute);
    this.#operators = new RequestRate(deps.console.rates.operatorPerMinute);
  }

  readonly nearOnly = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (this.#deps.console.near(request.raw)) return done();
    reply.hijack();
    answer(reply.raw, refuse('not_found'));
  };

  route(name: ConsoleCallName, row: ConsoleRow) {
    const check = inputCheck(row.input);
    const handle = this.#deps.console.handlers[name] as unknown as AnyHandler;
    const isGet = name.startsWith('GET ');

    const outcomeOf = async (request: FastifyRequest, device: string | undefined): Promise<AnyOutcome> => {
      const caller = await this.#callerOf(request, name, row);
      if ('refusal' in caller) return caller;
      const read = ((isGet ? request.query : request.body) as FieldsOutcome | undefined) ?? noFields;
      if (!read.ok) return read;
      const key = idempotencyKeyOf(request);
      if (key === null) return refuse('parameter_wrong', { field: 'Idempotency-Key' });
      const input = check(read.value);
      if (!input.ok) return input;
      if (row.confirmed === true && !this.#isFresh(caller)) return confirmationNeeded();
      const signed = await this.#signed(name, { request, caller, fields: read.value });
      if ('refusal' in signed) return signed;
      return handle(input.value, {
        ...signed,
        session: caller.session,
        served: this.#deps.console.originOf(this.#callers.hostOf(request.raw)),
        idempotencyKey: key,
        address: this.#callers.addressOf(request.raw),
        agent: request.headers['user-agent'] ?? '',
        device,
      });
    };

    return (request: FastifyRequest, reply: FastifyReply): void => {
      reply.hijack();
      const beganMs = performance.now();
      const measure = (outcome: AnyOutcome): void => {
        const code = outcome.ok ? 'ok' : outcome.refusal.code;
        this.#deps.onAnswered?.(`console ${name}`, code, {
          ...{ way: 'http', ms: performance.now() - beganMs },
          addressOf: () => this.#callers.addressOf(request.raw),
        });
      };
      const known = deviceOf(request.raw);
      const device = LOGINS.has(name) ? (known ?? newDevice()) : known;
      const onError = (error: Error): void => this.#deps.onError(error, `console ${name}`);
      outcomeOf(request, device)
        .then((outcome) => {
          const left = LOGINS.has(name) && outcome.ok && device !== undefined;
          answer(reply.raw, outcome, left ? deviceCookie(device, this.#callers.isSecure(request.raw)) : []);
          measure(outcome);
        })
        .catch((error: Error) => {
          const failed = failure(error, onError);
          answer(reply.raw, failed);
          measure(failed);
        });
    };
  }

  /** Returns the signed approval of a call. Only calls that require a signature have one. */
  async #signed(
    name: ConsoleCallName,
    { request, caller, fields }: { request: FastifyRequest; caller: Caller; fields: Fields },
  ): Promise<Pick<ConsoleContext, 'operator'> | Refused> {
    const { operator, freshMs } = caller;
    const act = signedActOf(name, fields);
    if (act === undefined) return { operator };
    const given = approvalOf(request);
    const judged = await this.#deps.console.approvals.judge({ operator, act, fields, given, freshMs });
    if (!judged.ok) return judged;
    return { operator: judged.value === undefined ? operator : { ...operator, approval: judged.value } };
  }

  #isFresh({ freshMs }: Caller): boolean {
    return this.#deps.now() - freshMs <= LIMITS.console.freshMs;
  }

  /** Returns the caller, or a refusal if they may not make the call. An invalid token counts against the network address. */
  async #callerOf(
    request: FastifyRequest,
    name: ConsoleCallName,
    row: ConsoleRow,
  ): Promise<Caller | Refused> {
    if (!this.#deps.console.near(request.raw)) return refuse('not_found');
    const nowMs = this.#deps.now();
    const address = countedAs(this.#callers.addressOf(request.raw));
    if (row.roles === 'visitor') {
      return this.#addresses.allows(address, nowMs) ? NOBODY : refuse('too_many_requests');
    }
    const token = tokenOf(request);
    const found = token === undefined ? undefined : await this.#deps.console.sessions.find(token);
    if (found === undefined) {
      return refuse(this.#addresses.allows(address, nowMs) ? 'session_ended' : 'too_many_requests');
    }
    return this.#admit(found, { name, roles: row.roles, nowMs });
  }

  async #admit(
    { operator, tokenHash, freshMs }: OperatorSession,
    to: { readonly name: ConsoleCallName; readonly roles: readonly string[]; readonly nowMs: number },
  ): Promise<Caller | Refused> {
    if (!this.#operators.allows(operator.account, to.nowMs)) return refuse('too_many_requests');
    if (!to.roles.includes(operator.role)) {
      await this.#deps.console.denials.note(operator, to.name);
      return refuse('unauthorized');
    }
    return { operator, session: tokenHash, freshMs };
  }
}
