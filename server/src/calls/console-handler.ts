/** The handler that a feature supplies for each row that it owns in the table of operators' calls. */
import type { Outcome } from '@candor/domain/outcome.ts';
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { OperatorRole, anyConsoleRefusals } from '@candor/protocol/console/console-call.ts';
import type {
  ConsoleCallName,
  ConsoleInput,
  ConsoleOutput,
  ConsoleRefusal,
} from '@candor/protocol/console/console-calls.ts';

/** The context of a call, determined before the feature's handler runs. */
export type ConsoleContext = {
  readonly operator: {
    readonly account: string;
    readonly role: OperatorRole;
    readonly person: string;
    readonly approval?: (SignedAct & { readonly text: string }) | undefined;
  };
  /** The origin at which the call arrived. A passkey created in this call belongs to it. */
  readonly served: { readonly origin: string; readonly rpId: string };
  /** SHA-256 of the session's token. Logout uses it to close the session. */
  readonly session: Buffer;
  readonly idempotencyKey: string | undefined;
  readonly address: string;
  readonly agent: string;
  /** The device's cookie, as for customers. */
  readonly device: string | undefined;
};

type ConsoleAnswer<Name extends ConsoleCallName> = Outcome<
  ConsoleOutput<Name>,
  ConsoleRefusal<Name> | (typeof anyConsoleRefusals)[number]
>;

/** For `POST login` there is no operator yet. */
export type ConsoleHandlers = {
  readonly [Name in ConsoleCallName]: (
    input: ConsoleInput<Name>,
    context: ConsoleContext,
  ) => Promise<ConsoleAnswer<Name>>;
};
