/** The draft of a webhook, and the request made from it. */
import { webhookKinds } from '@candor/protocol/webhooks/schemas.ts';
import type { WebhookKind } from '@candor/protocol/webhooks/schemas.ts';
import type { TextKey } from '../../lib/use-field-errors.ts';

/** `kinds` are separated by spaces, because a draft stores only strings. */
export type WebhookDraft = { readonly url: string; readonly kinds: string };
export const empty: WebhookDraft = { url: '', kinds: webhookKinds.join(' ') };

export const fields = ['url', 'kinds'] as const;
export type Field = (typeof fields)[number];

export const kindsOf = ({ kinds }: WebhookDraft): WebhookKind[] =>
  webhookKinds.filter((kind) => kinds.split(' ').includes(kind));

export function toggled(draft: WebhookDraft, kind: WebhookKind): string {
  const chosen = kindsOf(draft);
  return (chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind]).join(' ');
}

/** Only the server can check whether an address is public. */
export function problemsOf(draft: WebhookDraft): { readonly [Name in Field]?: TextKey | undefined } {
  const isAddress = /^https?:\/\/[^\s/]+/.test(draft.url.trim());
  return {
    url: isAddress ? undefined : 'webhooks.problem.url',
    kinds: kindsOf(draft).length > 0 ? undefined : 'webhooks.problem.kinds',
  };
}

export const requestOf = (draft: WebhookDraft) => ({ url: draft.url.trim(), kinds: kindsOf(draft) });
