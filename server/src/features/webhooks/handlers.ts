/**
 * Handlers of the webhook calls. Creating, changing and deleting a webhook need a confirmation. A secret appears in only one
 * answer, and that answer is not stored.
 */
import { randomUUID } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './commands.ts';
import { isWebhookUrl } from './endpoint.ts';
import { limits } from './limits.ts';
import { textOf } from './payload.ts';
import { newCode, newSecret, openSecrets, rotatedSecrets, sealedSecrets } from './secrets.ts';
import { addTest, deliverAgain, deliveriesOf, webhookOf, webhooksOf } from './store.ts';
import { deliveryView, seconds, webhookView } from './view.ts';

export type WebhooksDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly confirmation: Pick<Confirmation, 'check'>;
  /** Services on this machine. Only tests use them. */
  readonly origins: readonly string[];
  readonly now: () => number;
};

type WebhookCalls = Extract<keyof Handlers, `${string} webhooks${string}`>;

const rowIdOf = (id: string): bigint | undefined => (/^\d{1,18}$/.test(id) ? BigInt(id) : undefined);
const unknown = (field: string) => refuse('not_found', { field });
const wordsOf = (kinds: readonly string[]): string => [...new Set(kinds)].join(' ');

/** Submits the call without an idempotency key, because a stored answer could contain the secret. */
function once({ customer, session, proof }: CallContext) {
  return { customer, session, idempotencyKey: undefined, ...(proof === undefined ? {} : { proof }) };
}

export function webhooksHandlers(deps: WebhooksDeps): Pick<Handlers, WebhookCalls> {
  const { pool, submit, confirmation, origins, now } = deps;
  return {
    'GET webhooks': async (_, { customer }) => {
      const items = (await webhooksOf(pool, customer)).map(webhookView);
      return ok({ items, max: limits.webhooksMax, now: seconds(now()) });
    },
    'POST webhooks/create': (body, context) => create(deps, body, context),
    'POST webhooks/change': async ({ id: said, url, kinds, enabled, ...given }, context) => {
      const id = rowIdOf(said);
      if (id === undefined) return unknown('id');
      if (!isWebhookUrl(url, origins)) return refuse('webhook_url_wrong', { field: 'url' });
      const violation = await confirmation.check(context.customer, given, context);
      if (violation !== undefined) return violation;
      const input = { id, url, kinds: wordsOf(kinds), enabled };
      return submit({ command: changeWebhook, input, body: {}, context: once(context) });
    },
    'POST webhooks/rotate': (body, context) => rotate(deps, body, context),
    'POST webhooks/delete': async ({ id: said, ...given }, context) => {
      const id = rowIdOf(said);
      if (id === undefined) return unknown('id');
      const violation = await confirmation.check(context.customer, given, context);
      if (violation !== undefined) return violation;
      return submit({ command: deleteWebhook, input: { id }, body: {}, context: once(context) });
    },
    'GET webhooks/deliveries': async ({ id: said, cursor, limit = limits.page }, { customer }) => {
      const [id, below] = [rowIdOf(said), cursor === undefined ? undefined : rowIdOf(cursor)];
      if (id === undefined) return unknown('id');
      if (cursor !== undefined && below === undefined)
        return refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
      const page = Math.min(limit, limits.page);
      const found = await deliveriesOf(pool, { book: customer, id, below, limit: page });
      const items = found.slice(0, page).map(deliveryView);
      return ok({ items, next: found.length > page ? (items.at(-1)?.id ?? null) : null });
    },
    'POST webhooks/test': (body, { customer }) => test(deps, body, customer),
    'POST webhooks/deliver_again': async ({ id: said, delivery: ofDelivery }, { customer }) => {
      const [id, delivery] = [rowIdOf(said), rowIdOf(ofDelivery)];
      const webhook = id === undefined ? undefined : await webhookOf(pool, { book: customer, id });
      if (id === undefined || webhook === undefined) return unknown('id');
      if (delivery === undefined) return unknown('delivery');
      if (webhook.status !== 'on') return refuse('webhook_off');
      const was = await deliverAgain(pool, { book: customer, id, delivery, nowMs: now() });
      if (was === undefined) return unknown('delivery');
      return was === 'waiting' ? refuse('webhook_busy') : ok({});
    },
  };
}

/** The request is validated before the confirmation is checked, so that an invalid request doesn't use up a code. */
async function create(
  { submit, vault, confirmation, origins }: WebhooksDeps,
  { url, kinds, ...given }: CallInput<'POST webhooks/create'>,
  context: CallContext,
): Promise<CallAnswer<'POST webhooks/create'>> {
  if (!isWebhookUrl(url, origins)) return refuse('webhook_url_wrong', { field: 'url' });
  const violation = await confirmation.check(context.customer, given, context);
  if (violation !== undefined) return violation;
  const [code, secret] = [newCode(), newSecret()];
  const input = { code, url, kinds: wordsOf(kinds), sealed: sealedSecrets(vault, code, { secret }) };
  const made = await submit({ command: createWebhook, input, body: {}, context: once(context) });
  return made.ok ? ok({ id: made.value.id, secret }) : made;
}

async function rotate(
  { pool, submit, vault, confirmation, now }: WebhooksDeps,
  { id: said, ...given }: CallInput<'POST webhooks/rotate'>,
  context: CallContext,
): Promise<CallAnswer<'POST webhooks/rotate'>> {
  const id = rowIdOf(said);
  const row = id === undefined ? undefined : await webhookOf(pool, { book: context.customer, id });
  if (id === undefined || row === undefined) return unknown('id');
  const violation = await confirmation.check(context.customer, given, context);
  if (violation !== undefined) return violation;
  const [secret, untilMs] = [newSecret(), now() + limits.bothSignMs];
  const next = rotatedSecrets(openSecrets(vault, row.code, row.sealed), secret, untilMs);
  const input = { id, version: row.version, sealed: sealedSecrets(vault, row.code, next) };
  const done = await submit({ command: rotateSecret, input, body: {}, context: once(context) });
  return done.ok ? ok({ secret, both_until: seconds(untilMs) }) : done;
}

async function test(
  { pool, now }: WebhooksDeps,
  { id: said }: CallInput<'POST webhooks/test'>,
  book: bigint,
): Promise<CallAnswer<'POST webhooks/test'>> {
  const id = rowIdOf(said);
  const webhook = id === undefined ? undefined : await webhookOf(pool, { book, id });
  if (id === undefined || webhook === undefined) return unknown('id');
  if (webhook.status !== 'on') return refuse('webhook_off');
  const payload = textOf('test', now(), { webhook: said });
  const delivery = await addTest(pool, { book, id, event: `test_${randomUUID()}`, payload, nowMs: now() });
  return delivery === undefined ? refuse('webhook_busy') : ok({ delivery });
}
