/** The handler that a feature supplies for each row that it owns in the call table. */
import type { Outcome } from '@candor/domain/outcome.ts';
import type { anyCallRefusals } from '@candor/protocol/call.ts';
import type { CallInput, CallName, CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Ordered } from '../commands/command.ts';

/** The context of a call, determined before the feature's handler runs. */
export type CallContext = {
  /** Also the id of the customer's book; 0n for a visitor. */
  readonly customer: bigint;
  /** 0n for a visitor. */
  readonly session: bigint;
  /** Proves to the database that this session makes the call. */
  readonly proof?: Buffer;
  /** Set if an API key makes the call instead of a session. The proof shows this to the database. */
  readonly key?: { readonly id: bigint; readonly proof: Buffer };
  readonly idempotencyKey: string | undefined;
  readonly language: Language;
  readonly address: string;
  readonly agent: string;
  /** From the request's own headers, with the port. */
  readonly host: string;
  /** The device's cookie, which proves no identity. A call that logs in always has one. */
  readonly device: string | undefined;
  /** Identifies a visitor's conversation, if their device sent a key. */
  readonly visitorKey?: string | undefined;
  readonly file?: Buffer;
  /** Set for a call that opens, changes or closes a trade. */
  readonly order?: Ordered;
  /** Makes another call for the same caller. Set for a call whose row has `makesCalls`. */
  readonly makeCall?: MakeCall;
  /** Called once the call's command is queued. From then on, the next command of the same customer is decided after it. */
  readonly onQueued?: () => void;
};

export type FurtherCall = {
  readonly name: CallName;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  /** The content of the header that signs an order. */
  readonly signature: string | undefined;
  /** Whether the call counts towards the caller's rate limit. */
  readonly isCounted: boolean;
  readonly onQueued: () => void;
};

/** The answer that a separate request would have received. */
export type FurtherAnswer = {
  readonly status: number;
  readonly answer: Envelope<unknown>;
  readonly receipt?: string;
};

export type MakeCall = (call: FurtherCall) => Promise<FurtherAnswer>;

export type CallAnswer<Name extends CallName> = Outcome<
  CallOutput<Name>,
  CallRefusal<Name> | (typeof anyCallRefusals)[number]
>;

export type Handler<Name extends CallName> = (
  input: CallInput<Name>,
  context: CallContext,
) => Promise<CallAnswer<Name>>;

/** If a row of the call table has no handler, `main` doesn't compile. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };
