/** The formats of records' amounts: shortened in the list, exact in the details. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { isKnownKind } from './record-words.ts';
import type { LedgerRecord } from './record-words.ts';

const HIDDEN = '••••';

export type RecordText = {
  readonly title: (record: Pick<LedgerRecord, 'kind' | 'group'>) => string;
  /** USDT with two decimal places, truncated; coins with all decimal places. */
  readonly glance: (amount: string, currency: string, signed: boolean) => string;
  readonly exact: (amount: string, currency: string) => string;
};

export function useRecordText(): RecordText {
  const kinds = useTranslations('recordKinds');
  const groups = useTranslations('recordGroups');
  const format = useFormat();
  const hidden = useSession((session) => session.amountsHidden);
  return {
    title: ({ kind, group }) => (isKnownKind(kind) ? kinds(kind) : groups(group)),
    glance: (amount, currency, signed) =>
      `${hidden ? HIDDEN : format.held(amount, currency, { signed })} ${currency}`,
    exact: (amount, currency) =>
      `${hidden ? HIDDEN : format.decimal(amount, { min: 0, max: 8, signed: true })} ${currency}`,
  };
}
