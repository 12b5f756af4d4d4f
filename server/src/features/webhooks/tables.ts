/** Rows of webhooks, as the executor reads and writes them. */
import { digest, key, text, typed, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const webhooks = table(
  'webhook',
  {
    ...key,
    code: text().fixed(),
    /** Empty, like the kinds, once the webhook is deleted; the secret is null then. */
    url: typed().personal(),
    kinds: typed(),
    sealed: digest().orNull(),
    status: text<'on' | 'off' | 'deleted'>(),
    reason: text<'customer' | 'gone' | 'failing'>().orNull(),
    version: whole(),
    /** The wall clock, in milliseconds. */
    createdMs: whole().fixed(),
    sinceMs: whole(),
  },
  { open: { status: ['on', 'off'] } },
);
export type WebhookRow = RowOf<typeof webhooks>;
