/** The HTTP requests that a feature serves in addition to the calls of the table. */
import type { Outcome } from '@candor/domain/outcome.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';

/** Receives the payment provider's reports. */
export type PayoutReports = {
  readonly isFromProvider: (authorization: string | undefined) => boolean;
  readonly report: (fields: Readonly<Record<string, unknown>>) => Promise<Outcome<unknown, RefusalCode>>;
};

/** Returns the image with this name. `isSame` means that its content never changes. */
export type PictureAt = (
  file: string,
) => Promise<{ readonly type: string; readonly bytes: Buffer; readonly isSame: boolean } | undefined>;
