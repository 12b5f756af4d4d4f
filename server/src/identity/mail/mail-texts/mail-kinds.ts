/**
 * The kinds of mail: notices to customers, and mail to an address that need not belong to one. The database holds the same list.
 */
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';

export type MailKind = NoticeKind | 'code' | 'code_register' | 'code_reset' | 'email_in_use';

/** Parameters are in braces. */
export type MailWords = {
  /** The last line of a mail to a customer who has set an anti-phishing code. */
  readonly closing: string;
  readonly texts: Readonly<Record<MailKind, { readonly subject: string; readonly text: string }>>;
};
