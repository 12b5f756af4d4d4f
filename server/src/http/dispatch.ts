/**
 * Makes a call of the table for a caller who has already been identified. A route uses it for a request, and everything else that
 * makes calls (a batch, a socket, another protocol) uses it too. The checks and their order are the same for all: standing and
 * rate, idempotency key, input, cost, the order's signature, the queue of calls that read a lot, and the feature's handler.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { calls } from '@candor/protocol/features.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { CallContext, Handlers, MakeCall } from '../calls/handler.ts';
import { countedAs } from '../callers/addresses.ts';
import type { DeviceKeys } from '../identity/device-keys.ts';
import type { Fields } from './body.ts';
import { CallerChecks } from './caller-checks.ts';
import type { Allowed, Caller, CallerChecksOptions, Refused } from './caller-checks.ts';
import { isIdempotencyKey } from './caller-said.ts';
import { CostlyCalls } from './costly-calls.ts';
import { enveloped } from './enveloped.ts';
import { failure } from './failure.ts';
import { inputCheck } from './input.ts';
import { orderOf } from './order-said.ts';
import type { Ordered, SaidOfOrder } from './order-said.ts';
import { unread } from './unread.ts';

export type AnyOutcome = Outcome<unknown, RefusalCode>;
type AnyHandler = (input: unknown, context: CallContext) => Promise<AnyOutcome>;

/** The facts about a request other than its caller and its fields. */
export type RequestFacts = Pick<CallContext, 'address' | 'agent' | 'host' | 'language'> &
  Partial<Pick<CallContext, 'device' | 'visitorKey'>> & {
    /** Whether the client no longer waits for the answer, so that a costly read need not start. */
    readonly isGone?: () => boolean;
  };

/** A call as requested. */
export type AskedCall = {
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly fields: Fields;
  readonly idempotencyKey: string | undefined;
  /** The exact text and signature of an order, for its receipt. If absent, the order's text is its fields as JSON, unsigned. */
  readonly order?: SaidOfOrder;
  readonly file?: Buffer;
  /** False if the call has already been counted against the caller's rate. */
  readonly isCounted?: boolean;
  readonly onQueued?: () => void;
};

/** The outcome of a call, with the receipt if it is an accepted order. */
export type Made = { readonly outcome: AnyOutcome; readonly receipt?: NonNullable<Ordered['receipt']> };

export type DispatcherOptions = CallerChecksOptions & {
  readonly handlers: Handlers;
  readonly mode: 'demo' | 'live';
  /** The keys of customers' devices. If absent, signed orders are refused. */
  readonly deviceKeys?: Pick<DeviceKeys, 'hasSigned'>;
  /** Reports a bug that a call triggered. The caller only learns that the call failed. */
  readonly onError: (error: Error, call: string) => void;
  /**
   * Called with each answer that was not produced by a route, and the time since the request. Routes measure their own answers.
   */
  readonly onAnswered?: OnAnswered | undefined;
  /** Runs a request's call within a trace. */
  readonly trace?: TraceCall | undefined;
};

export type TraceCall = <Answer>(
  call: string,
  headers: Readonly<Record<string, unknown>>,
  made: { readonly work: () => Promise<Answer>; readonly outcomeOf: (answer: Answer) => string },
) => Promise<Answer>;

/** `outcome` is "ok" or the code of the refusal. */
export type OnAnswered = (
  call: string,
  outcome: string,
  made: { readonly way: 'http' | 'other'; readonly ms: number; readonly addressOf: () => string },
) => void;

const LOGOUT: CallName = 'POST user/logout';
const gone: Refused = refuse('request_failed');
const wronglySigned: Refused = refuse('parameter_wrong', {
  field: 'Candor-Order',
  params: { field: 'Candor-Order' },
});

/**
 * Makes the calls of a server. There is one for all of them, so that a caller's calls are counted together however they arrive.
 */
export class Dispatcher {
  readonly checks: CallerChecks;
  readonly #onError: DispatcherOptions['onError'];
  readonly onAnswered: OnAnswered | undefined;
  readonly trace: TraceCall | undefined;
  readonly #calls = new Map<string, PreparedCall>();

  /** Prepares only the rows that exist in this mode. */
  constructor(options: DispatcherOptions) {
    const { handlers, mode, deviceKeys } = options;
    this.#onError = options.onError;
    this.onAnswered = options.onAnswered;
    this.trace = options.trace;
    this.checks = new CallerChecks(options);
    const further = (asked: AskedCall): MakeCall => this.#further(asked);
    const shared = { checks: this.checks, reading: new CostlyCalls(), deviceKeys, further };
    for (const [name, row] of Object.entries(calls) as [CallName, CallRow][]) {
      if (row.mode === 'demo' && mode !== 'demo') continue;
      const handle = handlers[name] as unknown as AnyHandler;
      this.#calls.set(name, new PreparedCall(name, { row, handle, ...shared }));
    }
  }

  get calls(): Iterable<PreparedCall> {
    return this.#calls.values();
  }

  /**
   * Makes a call that takes no file; a call that does can only be made by its route. An exception is reported and becomes a
   * refusal.
   */
  async dispatch(name: string, asked: AskedCall): Promise<Made> {
    const beganMs = performance.now();
    const made = await this.#dispatch(name, asked).catch((error: Error) => ({
      outcome: failure(error, (bug) => this.#onError(bug, name)),
    }));
    const { outcome } = made;
    if (this.#calls.has(name)) {
      const code = outcome.ok ? 'ok' : outcome.refusal.code;
      const addressOf = () => asked.facts.address;
      this.onAnswered?.(name, code, { way: 'other', ms: performance.now() - beganMs, addressOf });
    }
    return made;
  }

  async #dispatch(name: string, asked: AskedCall): Promise<Made> {
    const call = this.#calls.get(name);
    if (call === undefined || call.row.takesFile === true) return { outcome: refuse('not_found') };
    const { caller, facts } = asked;
    const refused = this.checks.mayCall(caller, call.row, {
      ...call.allowed,
      ...{ address: facts.address, isCounted: asked.isCounted },
    });
    return refused === undefined ? call.make(asked) : { outcome: refused };
  }

  /** Makes further calls for the same caller as part of a call that they requested. */
  #further({ caller, facts }: AskedCall): MakeCall {
    return async ({ name, fields, signature, ...more }) => {
      const order = { body: JSON.stringify(fields), signature };
      return enveloped(await this.dispatch(name, { caller, facts, fields, order, ...more }));
    };
  }
}

type Prepared = {
  readonly row: CallRow;
  readonly handle: AnyHandler;
  readonly checks: CallerChecks;
  readonly reading: CostlyCalls;
  readonly deviceKeys: Pick<DeviceKeys, 'hasSigned'> | undefined;
  readonly further: (asked: AskedCall) => MakeCall;
};

/** A row of the table. Every order takes this path, so as much as possible is prepared when the server starts. */
export class PreparedCall {
  readonly name: CallName;
  readonly row: CallRow;
  /** The standings other than active in which a customer may make the call. */
  readonly allowed: Allowed;
  readonly isGet: boolean;
  readonly #prepared: Prepared;
  readonly #check: ReturnType<typeof inputCheck>;

  constructor(name: CallName, prepared: Prepared) {
    const { row } = prepared;
    this.name = name;
    this.row = row;
    this.isGet = name.startsWith('GET ');
    this.allowed = { frozen: this.isGet || row.whenFrozen === true, locked: name === LOGOUT };
    this.#prepared = prepared;
    this.#check = inputCheck(row.input);
  }

  /** Makes the call. The caller must be allowed to make it. */
  async make(asked: AskedCall): Promise<Made> {
    const { caller, facts, fields, idempotencyKey } = asked;
    if (
      idempotencyKey !== undefined &&
      !isIdempotencyKey(idempotencyKey) &&
      !isOfRequest(idempotencyKey, caller)
    ) {
      return { outcome: refuse('parameter_wrong', { field: 'Idempotency-Key' }) };
    }
    const input = this.#check(fields);
    if (!input.ok) return { outcome: input };
    const { row, checks } = this.#prepared;
    // An invalid request is charged only for its body; a file was charged before it arrived.
    const counted = { customer: caller.customer, address: facts.address };
    if (row.takesFile !== true && !checks.mayCost(counted, row)) return { outcome: checks.tooCostly() };
    if (row.order !== true) return { outcome: await this.#handle(input.value, asked) };
    const order = await this.#orderIn(asked);
    if (order === undefined) return { outcome: wronglySigned };
    const outcome = await this.#handle(input.value, asked, order);
    return outcome.ok && order.receipt !== undefined ? { outcome, receipt: order.receipt } : { outcome };
  }

  /** Returns the order, or undefined if its signature is not by a key of the customer. */
  async #orderIn({ caller, fields, idempotencyKey, order }: AskedCall): Promise<Ordered | undefined> {
    const said = order ?? { body: JSON.stringify(fields) };
    const ordered = orderOf(said, { call: this.name, idempotencyKey, symbol: fields['symbol'] });
    if (ordered?.signed === undefined) return ordered;
    const { deviceKey: publicKey, signature, deviceMs } = ordered.signed;
    const signed = { publicKey, text: ordered.text, signature, deviceMs };
    const isSigned = await this.#prepared.deviceKeys?.hasSigned(caller.customer, signed);
    return isSigned === true ? ordered : undefined;
  }

  #handle(input: unknown, asked: AskedCall, order?: Ordered): Promise<AnyOutcome> {
    const context = contextOf(asked, order);
    const { row, handle, further } = this.#prepared;
    if (row.makesCalls === true) return handle(input, { ...context, makeCall: further(asked) });
    return row.readsMuch === true ? this.#readMuch(input, asked, context) : handle(input, context);
  }

  /** Queues a call that reads a lot. Refuses it if the caller has too many unread responses. */
  async #readMuch(input: unknown, { facts }: AskedCall, context: CallContext): Promise<AnyOutcome> {
    const { checks, reading, handle } = this.#prepared;
    const { address } = context;
    if (unread.isFull(countedAs(address))) {
      return unread.isFullInAll() ? refuse('busy') : checks.tooCostly();
    }
    const read = async (): Promise<AnyOutcome> =>
      // Nothing is read for a caller who has disconnected.
      facts.isGone?.() === true ? gone : handle(input, context);
    return (await reading.take({ whose: checks.whose(context), address }, read)) ?? refuse('busy');
  }
}

/** Whether a key is derived from that of a signed request, as for each order of a batch that was signed as a whole. */
function isOfRequest(key: string, { key: signedBy }: Caller): boolean {
  return signedBy?.requestId !== undefined && key.startsWith(`${signedBy.requestId}-`);
}

function contextOf({ caller, facts, file, onQueued, ...asked }: AskedCall, order?: Ordered): CallContext {
  // A signed request that is sent again gets the answer to the first one.
  const idempotencyKey = asked.idempotencyKey ?? caller.key?.requestId;
  const { address, agent, host, language, device, visitorKey } = facts;
  return {
    customer: caller.customer,
    session: caller.session,
    ...(caller.proof === undefined ? {} : { proof: caller.proof }),
    ...(caller.key === undefined ? {} : { key: caller.key }),
    ...{ idempotencyKey, language, address, agent, host, device, visitorKey },
    ...(file === undefined ? {} : { file }),
    ...(order === undefined ? {} : { order }),
    ...(onQueued === undefined ? {} : { onQueued }),
  };
}
