/** Identifies the caller of a request, checks the permission for the call, and limits the rate. */
import type { FastifyRequest } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { Refusal } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { countedAs } from '../callers/addresses.ts';
import { Callers } from '../callers/callers.ts';
import { RequestRate } from '../flow/request-rate.ts';
import type { Session } from '../identity/sessions/session-store.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { LIMITS } from '../limits.ts';
import { tokenOf } from './caller-said.ts';
import { countsForCustomer } from './connections.ts';

export type CallerChecksOptions = {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly now: () => number;
  readonly callers?: Callers;
  readonly rates: {
    readonly addressPerMinute: number;
    readonly customerPerMinute: number;
    /** Limits the cost of one caller's expensive calls; no limit if absent. */
    readonly costPerMinute?: number;
  };
};

export type Caller = { readonly customer: bigint; readonly session: bigint; readonly proof?: Buffer };
/** Standings other than active that may make a call. */
export type Allowed = { readonly frozen: boolean; readonly locked: boolean };
export type Refused = { readonly ok: false; readonly refusal: Refusal<RefusalCode> };

export const VISITOR: Caller = { customer: 0n, session: 0n };
const sessionEnded: Refused = refuse('session_ended');

/** All calls of a server share these, so that a caller's calls are counted together. */
export class CallerChecks {
  readonly callers: Callers;
  readonly #sessions: Pick<Sessions, 'find'>;
  readonly #now: () => number;
  readonly #addresses: RequestRate;
  readonly #customers: RequestRate;
  readonly #costs: RequestRate;

  constructor({ sessions, now, callers, rates }: CallerChecksOptions) {
    this.callers = callers ?? new Callers([]);
    this.#sessions = sessions;
    this.#now = now;
    this.#addresses = new RequestRate(rates.addressPerMinute);
    this.#customers = new RequestRate(rates.customerPerMinute);
    this.#costs = new RequestRate(rates.costPerMinute ?? Number.POSITIVE_INFINITY);
  }

  /** Callers are counted by customer number, or by network address for visitors. */
  whose(request: FastifyRequest, { customer }: Caller): string | bigint {
    return customer === 0n ? countedAs(this.callers.addressOf(request.raw)) : customer;
  }

  /**
   * Whether the caller may make a costly call. Once a caller's answers have cost too much, reads have to wait; trading never has
   * to.
   */
  mayCost(request: FastifyRequest, caller: Caller, { cost, idempotent }: CallRow): boolean {
    if (cost === undefined && idempotent) return true;
    return this.#costs.allows(this.whose(request, caller), this.#now(), cost ?? 0);
  }

  #tooMany(rate: RequestRate): Refused {
    const seconds = String(rate.secondsLeft(this.#now()));
    return refuse('too_many_requests', { params: { seconds } });
  }

  /** Resolves a cached session immediately; any other call counts against the network address. */
  callerOf(
    request: FastifyRequest,
    row: CallRow,
    allowed: Allowed,
  ): Caller | Refused | Promise<Caller | Refused> {
    const nowMs = this.#now();
    const address = countedAs(this.callers.addressOf(request.raw));
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
    const found = token === undefined ? undefined : this.#sessions.find(token);
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

  pay(request: FastifyRequest, caller: Caller, bytes: number): void {
    if (bytes < LIMITS.http.bytesCostingOne) return;
    this.#costs.add(this.whose(request, caller), this.#now(), bytes / LIMITS.http.bytesCostingOne);
  }

  tooCostly(): Refused {
    return this.#tooMany(this.#costs);
  }
}
