/** The handler that a feature supplies for each row of the operators' call table that it owns. */
import type { Outcome } from '@candor/domain/outcome.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { OperatorRole, anyConsoleRefusals } from '@candor/protocol/console/console-call.ts';
import type {
  ConsoleCallName,
  ConsoleInput,
  ConsoleOutput,
  ConsoleRefusal,
} from '@candor/protocol/console/console-calls.ts';

/** The context of an operator's call, determined before the feature's handler runs. */
export type ConsoleContext = {
  readonly operator: {
    readonly account: string;
    readonly role: OperatorRole;
    readonly person: string;
    /** The signed content of a signed call. */
    readonly approval?: (SignedAct & { readonly text: string }) | undefined;
  };
  /** The origin that the call was addressed to. A passkey created in this call belongs to that origin. */
  readonly served: { readonly origin: string; readonly rpId: string };
  /** SHA-256 of the session's token, which identifies the session at logout. */
  readonly session: Buffer;
  readonly idempotencyKey: string | undefined;
  readonly address: string;
  readonly agent: string;
  /** The cookie that identifies the device, as for customers. */
  readonly device: string | undefined;
};

type ConsoleAnswer<Name extends ConsoleCallName> = Outcome<
  ConsoleOutput<Name>,
  ConsoleRefusal<Name> | (typeof anyConsoleRefusals)[number]
>;

/** `POST login` has no operator yet. */
export type ConsoleHandlers = {
  readonly [Name in ConsoleCallName]: (
    input: ConsoleInput<Name>,
    context: ConsoleContext,
  ) => Promise<ConsoleAnswer<Name>>;
};
