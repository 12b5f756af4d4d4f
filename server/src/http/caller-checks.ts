/** Identifies the caller of a request, checks the permission for the call, and limits the rate. */
import { refuse } from '@candor/domain/outcome.ts';
import type { Refusal } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { countedAs } from '../callers/addresses.ts';
import { Callers } from '../callers/callers.ts';
import { RequestRate } from '../flow/request-rate.ts';
import type { CustomerStatus, Session } from '../identity/sessions/session-store.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { LIMITS } from '../limits.ts';
import { tokenOf } from './caller-said.ts';
import type { AskedRequest } from './caller-said.ts';
import { countsForCustomer } from './connections.ts';
import { presentedBy } from './key-said.ts';
import type { CallerKey, KeyedCallers, Presented } from './keyed-callers.ts';

export type CallerChecksOptions = {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly now: () => number;
  readonly callers?: Callers;
  /** Authenticates API keys. If absent, every key is unknown. */
  readonly keyed?: Pick<KeyedCallers, 'find'>;
  readonly rates: {
    readonly addressPerMinute: number;
    readonly customerPerMinute: number;
    /** Limits the cost of one caller's expensive calls. If absent, there is no limit. */
    readonly costPerMinute?: number;
  };
};

export type Caller = {
  readonly customer: bigint;
  readonly session: bigint;
  readonly proof?: Buffer;
  readonly status: CustomerStatus;
  /** The API key that makes the call instead of a session. */
  readonly key?: CallerKey;
};
/** Standings other than active that may make a call. */
export type Allowed = { readonly frozen: boolean; readonly locked: boolean };
export type Refused = { readonly ok: false; readonly refusal: Refusal<RefusalCode> };

/** The subject that is counted: the customer or, for visitors, the network address. */
export type Counted = { readonly customer: bigint; readonly address: string };

export const VISITOR: Caller = { customer: 0n, session: 0n, status: 'active' };
const sessionEnded: Refused = refuse('session_ended');

/** The checks shared by all calls of a server, so that a caller's calls are counted together. */
export class CallerChecks {
  readonly callers: Callers;
  readonly #sessions: Pick<Sessions, 'find'>;
  readonly #keyed: Pick<KeyedCallers, 'find'> | undefined;
  readonly #now: () => number;
  readonly #addresses: RequestRate;
  readonly #customers: RequestRate;
  readonly #costs: RequestRate;

  constructor({ sessions, now, callers, keyed, rates }: CallerChecksOptions) {
    this.callers = callers ?? new Callers([]);
    this.#sessions = sessions;
    this.#keyed = keyed;
    this.#now = now;
    this.#addresses = new RequestRate(rates.addressPerMinute);
    this.#customers = new RequestRate(rates.customerPerMinute);
    this.#costs = new RequestRate(rates.costPerMinute ?? Number.POSITIVE_INFINITY);
  }

  /** Returns what a caller is counted by: the customer's number or, for visitors, the network address. */
  whose({ customer, address }: Counted): string | bigint {
    return customer === 0n ? countedAs(address) : customer;
  }

  /**
   * Whether the caller may make a costly call. If a caller's answers have cost too much, reads must wait, but trading never must.
   */
  mayCost(counted: Counted, { cost, idempotent }: CallRow): boolean {
    if (cost === undefined && idempotent) return true;
    return this.#costs.allows(this.whose(counted), this.#now(), cost ?? 0);
  }

  #tooMany(rate: RequestRate): Refused {
    const seconds = String(rate.secondsLeft(this.#now()));
    return refuse('too_many_requests', { params: { seconds } });
  }

  /** Counts a visitor's request that makes no call. */
  visit(address: string): Refused | undefined {
    return this.#addresses.allows(countedAs(address), this.#now())
      ? undefined
      : this.#tooMany(this.#addresses);
  }

  /**
   * Returns the caller by their session. A cached session resolves immediately; any other token counts against the network
   * address.
   */
  callerOf(
    request: AskedRequest,
    row: CallRow,
    allowed: Allowed,
  ): Caller | Refused | Promise<Caller | Refused> {
    const nowMs = this.#now();
    const address = countedAs(this.callers.addressOf(request.raw));
    if (row.who === 'visitor')
      return this.#addresses.allows(address, nowMs) ? VISITOR : this.#tooMany(this.#addresses);
    const presented = presentedBy(request, this.callers.clientOf(request.raw));
    if (presented === null) return refuse('api_signature_wrong');
    if (presented !== undefined) return this.byKey(presented, row, allowed);
    const token = tokenOf(request);
    if (row.who === 'anybody' && token === undefined)
      return this.#addresses.allows(address, nowMs) ? VISITOR : this.#tooMany(this.#addresses);
    const admit = (session: Session): Caller | Refused => {
      const caller = callerIn(session);
      const violation = this.mayCall(caller, row, allowed);
      if (violation === undefined) countsForCustomer(request.raw);
      return violation ?? caller;
    };
    const found = token === undefined ? undefined : this.#sessions.find(token);
    if (found !== undefined && !(found instanceof Promise)) return admit(found);
    if (!this.#addresses.allows(address, nowMs)) return this.#tooMany(this.#addresses);
    if (found === undefined) return sessionEnded;
    return found.then((session) => (session === undefined ? sessionEnded : admit(session)));
  }

  /** Returns the caller of a request that an API key signed, if the key's scopes include the call. */
  async byKey(presented: Presented, row: CallRow, allowed: Allowed): Promise<Caller | Refused> {
    const caller = await this.identify(presented);
    return 'refusal' in caller ? caller : (this.mayCall(caller, row, allowed) ?? caller);
  }

  /**
   * Identifies the signer of a request with an API key, whatever the request is for. Refused requests count against the network
   * address, as requests without a session do.
   */
  async identify(presented: Presented): Promise<Caller | Refused> {
    const address = countedAs(presented.address);
    if (!this.#addresses.allows(address, this.#now(), 0)) return this.#tooMany(this.#addresses);
    const caller = await (this.#keyed?.find(presented) ?? refuse('api_key_unknown'));
    if ('refusal' in caller) this.#addresses.allows(address, this.#now());
    return caller;
  }

  /**
   * Returns why an identified caller may not make a call, or undefined if they may. Counts the call against the customer's rate,
   * or a visitor's call against the network's.
   */
  mayCall(
    { status, customer, key }: Caller,
    row: CallRow,
    {
      address = '',
      isCounted = true,
      ...allowed
    }: Allowed & { address?: string; isCounted?: boolean | undefined },
  ): Refused | undefined {
    const cost = isCounted ? 1 : 0;
    if (customer === 0n) {
      if (row.who === 'customer') return sessionEnded;
      const isAllowed = this.#addresses.allows(countedAs(address), this.#now(), cost);
      return isAllowed ? undefined : this.#tooMany(this.#addresses);
    }
    // Visitors' calls need no scope.
    if (key !== undefined && row.who !== 'visitor' && !(row.scope !== undefined && key.scopes.has(row.scope)))
      return refuse('api_scope_missing');
    return (
      (row.who === 'visitor' ? undefined : standingOf(status, allowed)) ??
      (this.#customers.allows(customer, this.#now(), cost) ? undefined : this.#tooMany(this.#customers))
    );
  }

  pay(counted: Counted, bytes: number): void {
    if (bytes < LIMITS.http.bytesCostingOne) return;
    this.#costs.add(this.whose(counted), this.#now(), bytes / LIMITS.http.bytesCostingOne);
  }

  tooCostly(): Refused {
    return this.#tooMany(this.#costs);
  }
}

/** Returns the caller that a session belongs to. */
export function callerIn({ customer, id, status, proof }: Session): Caller {
  return { customer, session: id, status, ...(proof === undefined ? {} : { proof }) };
}

function standingOf(status: CustomerStatus, allowed: Allowed): Refused | undefined {
  if (status === 'frozen' && !allowed.frozen) return refuse('account_frozen');
  if (status === 'locked' && !allowed.locked) return refuse('account_locked');
  return status === 'closed' ? sessionEnded : undefined;
}
