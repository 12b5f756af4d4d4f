/**
 * The content of a push: its subject and its target page. It includes the text of the message only if the customer allows details
 * on a locked screen. Pure.
 */
import { fill } from '@candor/protocol/envelope.ts';
import { mailWords } from '../../identity/mail/mail-texts.ts';
import { readableParams } from '../../identity/mail/notices.ts';
import type { Delivery } from './store.ts';

export type PushPayload = { readonly id: string; readonly title: string; readonly body: string };

export function payloadOf({
  notice,
  kind,
  params,
  language,
  details,
}: Pick<Delivery, 'notice' | 'kind' | 'params' | 'language' | 'details'>): PushPayload {
  const { subject, text } = mailWords[language].texts[kind];
  return {
    id: notice.toString(),
    title: subject,
    body: details ? fill(text, readableParams(params)) : '',
  };
}
