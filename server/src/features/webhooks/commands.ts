/** Commands of webhooks. Sessions submit all of them except one: the server itself turns off webhooks that don't answer. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { command, of, put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { hostOf } from './endpoint.ts';
import { limits } from './limits.ts';
import { webhooks } from './tables.ts';
import type { WebhookRow } from './tables.ts';

export type NewWebhook = Pick<WebhookRow, 'code' | 'url' | 'kinds'> & { readonly sealed: string };

export const createWebhook = command({
  name: 'webhook.create',
  gather: (_: NewWebhook) => ({ open: [of(webhooks)] }),
  decide: (wanted: NewWebhook, facts: Facts): Decision<{ id: string }, 'webhooks_too_many'> => {
    const { webhooksMax } = limits;
    if (facts.openRows(webhooks).length >= webhooksMax)
      return refuse('webhooks_too_many', { params: { max: String(webhooksMax) } });
    const row: WebhookRow = {
      ...wanted,
      ...{ book: facts.book, id: facts.newId(), status: 'on', reason: null, version: 1 },
      ...{ createdMs: facts.wallMs, sinceMs: facts.wallMs },
    };
    return ok({
      answer: { id: row.id.toString() },
      puts: [put(webhooks, row)],
      appends: [noticeNow(facts, 'webhook_made', { host: hostOf(row.url) })],
    });
  },
});

type Ref = { readonly id: bigint };
type Nothing = Record<string, never>;
type Changed = Decision<Nothing, 'not_found'>;

const gather = ({ id }: Ref) => ({ rows: [{ table: of(webhooks), id }] });
const notFound = () => refuse('not_found', { field: 'id' });

function ownRow(facts: Facts, id: bigint): WebhookRow | undefined {
  const row = facts.row(webhooks, id);
  return row?.status === 'deleted' ? undefined : row;
}

function changed(row: WebhookRow, change: Partial<WebhookRow>) {
  return put(webhooks, { ...row, ...change, version: row.version + 1 });
}

export type WebhookChange = Ref & Pick<WebhookRow, 'url' | 'kinds'> & { readonly enabled: boolean };

export const changeWebhook = command({
  name: 'webhook.change',
  gather: (input: WebhookChange) => gather(input),
  decide: ({ id, url, kinds, enabled }: WebhookChange, facts: Facts): Changed => {
    const row = ownRow(facts, id);
    if (row === undefined) return notFound();
    const standing: Partial<WebhookRow> = enabled
      ? { status: 'on', reason: null, sinceMs: facts.wallMs }
      : { status: 'off', reason: 'customer', sinceMs: facts.wallMs };
    const turned = enabled === (row.status === 'on') ? {} : standing;
    return ok({ answer: {}, puts: [changed(row, { url, kinds, ...turned })] });
  },
});

export type Rotation = Ref & { readonly version: number; readonly sealed: string };

/** The second of two concurrent rotations is refused, because otherwise the secret of one would be lost. */
export const rotateSecret = command({
  name: 'webhook.rotate',
  gather: (input: Rotation) => gather(input),
  decide: ({ id, version, sealed }: Rotation, facts: Facts): Decision<Nothing, 'not_found' | 'try_again'> => {
    const row = ownRow(facts, id);
    if (row === undefined) return notFound();
    if (row.version !== version) return refuse('try_again');
    return ok({ answer: {}, puts: [changed(row, { sealed })] });
  },
});

export const deleteWebhook = command({
  name: 'webhook.delete',
  gather: (input: Ref) => gather(input),
  decide: ({ id }: Ref, facts: Facts): Changed => {
    const row = ownRow(facts, id);
    if (row === undefined) return notFound();
    const gone = { status: 'deleted', reason: null, url: '', kinds: '', sealed: null } as const;
    return ok({ answer: {}, puts: [changed(row, { ...gone, sinceMs: facts.wallMs })] });
  },
});

export type Stop = Ref & { readonly reason: 'gone' | 'failing' };

/** Turns a webhook off and notifies its customer. If it is called several times, only the first call has an effect. */
export const stopWebhook = command({
  name: 'webhook.stop',
  gather: (input: Stop) => gather(input),
  decide: ({ id, reason }: Stop, facts: Facts): Changed => {
    const row = ownRow(facts, id);
    if (row === undefined) return notFound();
    if (row.status === 'off') return ok({ answer: {} });
    return ok({
      answer: {},
      puts: [changed(row, { status: 'off', reason, sinceMs: facts.wallMs })],
      appends: [noticeNow(facts, 'webhook_stopped', { host: hostOf(row.url) })],
    });
  },
});
