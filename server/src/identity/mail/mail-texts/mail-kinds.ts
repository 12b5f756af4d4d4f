/** What a customer is mailed about: what they are told, and what goes to an address alone. The database holds the same list. */
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';

export type MailKind = NoticeKind | 'code' | 'code_register' | 'code_reset' | 'email_in_use';

/** All mails in one language, a param in braces where one is put in. */
export type MailWords = {
  /** The line with which a mail closes, for a customer who has chosen a word. */
  readonly closing: string;
  readonly texts: Readonly<Record<MailKind, { readonly subject: string; readonly text: string }>>;
};
