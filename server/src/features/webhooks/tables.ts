/** The rows of webhooks, as the command executor reads and writes them. */
import { digest, key, text, typed, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const webhooks = table(
  'webhook',
  {
    ...key,
    code: text().fixed(),
    /** Once the webhook is deleted, the URL and the kinds are empty and the secret is null. */
    url: typed().personal(),
    kinds: typed(),
    sealed: digest().orNull(),
    status: text<'on' | 'off' | 'deleted'>(),
    reason: text<'customer' | 'gone' | 'failing'>().orNull(),
    version: whole(),
    /** Wall clock, in milliseconds. */
    createdMs: whole().fixed(),
    sinceMs: whole(),
  },
  { open: { status: ['on', 'off'] } },
);
export type WebhookRow = RowOf<typeof webhooks>;
