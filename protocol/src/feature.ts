/** The types of the definitions that features contribute to the protocol. */
import type { CallRow } from './call.ts';
import type { ConsoleRow } from './console/console-call.ts';
import type { Words } from './languages.ts';
import type { NoticeRow, NoticeWays } from './notices/notice.ts';
import type { RefusalRow } from './refusals.ts';

export type Parts = {
  readonly calls: Readonly<Record<`${'GET' | 'POST' | 'DELETE'} ${string}`, CallRow>>;
  readonly consoleCalls: Readonly<Record<`${'GET' | 'POST'} ${string}`, ConsoleRow>>;
  readonly refusals: Readonly<Record<string, RefusalRow>>;
  readonly successes: Readonly<Record<string, Words>>;
  readonly notices: Readonly<Record<string, NoticeRow>>;
  readonly topics: readonly string[];
  readonly noticeTopics: Readonly<Record<string, NoticeWays>>;
};
