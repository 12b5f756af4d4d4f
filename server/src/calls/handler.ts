/** The handler that a feature supplies for each row of the call table that it owns. */
import type { Outcome } from '@candor/domain/outcome.ts';
import type { anyCallRefusals } from '@candor/protocol/call.ts';
import type { CallInput, CallName, CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { Language } from '@candor/protocol/languages.ts';

/** The context of a call, determined before the feature's handler runs. */
export type CallContext = {
  /** The customer's id, which is also the id of their book; 0n for a visitor. */
  readonly customer: bigint;
  /** The session that made the call; 0n for a visitor. */
  readonly session: bigint;
  /** Proves to the database that this session makes the call. */
  readonly proof?: Buffer;
  /** The client's `Idempotency-Key`, if it sent one. */
  readonly idempotencyKey: string | undefined;
  readonly language: Language;
  /** The caller's address and user agent. */
  readonly address: string;
  readonly agent: string;
  /** The host name and port in the request's own headers. */
  readonly host: string;
  /** The cookie that identifies the device. A call that signs in always has one. It is not a proof of identity. */
  readonly device: string | undefined;
  /** The key of a visitor's conversation, if their device sent one. */
  readonly visitorKey?: string | undefined;
  /** The uploaded file, for calls that accept one. */
  readonly file?: Buffer;
};

export type CallAnswer<Name extends CallName> = Outcome<
  CallOutput<Name>,
  CallRefusal<Name> | (typeof anyCallRefusals)[number]
>;

export type Handler<Name extends CallName> = (
  input: CallInput<Name>,
  context: CallContext,
) => Promise<CallAnswer<Name>>;

/** One handler per row; `main` does not compile while one is missing. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };
