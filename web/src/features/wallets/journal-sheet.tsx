/** The details of a record: an explanation, and its journal with all postings. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { isKnownKind, linkOf, meaningOf } from './record-words.ts';
import type { LedgerRecord } from './record-words.ts';
import { useRecordText } from './use-record-text.ts';

type Journal = CallOutput<'GET wallet/journal'>;
type Posting = Journal['postings'][number];

const houseAccounts = [
  'inventory',
  'trading',
  'fees',
  'interest',
  'strategy',
  'referral',
  'promotions',
  'insurance',
  'lending',
  'rounding',
  'equity',
  'custody',
  'option_escrow',
  'income_escrow',
] as const;

/** Returns the name of a ledger account. A customer's account is named after the wallet. */
function useAccountName(): (account: string) => string {
  const t = useTranslations('records');
  const own = useTranslations('account.accounts');
  const pockets: Readonly<Record<string, string>> = {
    spot: own('spot'),
    contract: own('contract'),
    option: own('option'),
    promo: own('experience'),
    fund_principal: t('fund'),
  };
  return (account) => {
    const house = houseAccounts.find((one) => one === account);
    if (house !== undefined) return t(`houseAccount.${house}`);
    const free = account.replace(/_frozen$/, '');
    const name = pockets[free] ?? account;
    return free === account ? name : t('frozenPart', { account: name });
  };
}

function Side({ title, postings }: { readonly title: string; readonly postings: readonly Posting[] }) {
  const text = useRecordText();
  const accountName = useAccountName();
  return (
    <section className="pt-3">
      <h3 className="text-sm font-semibold text-soft">{title}</h3>
      <dl>
        {postings.map(({ account, currency, amount }, at) => (
          // The index can serve as the key, because a journal never changes.
          <FactRow key={at} name={accountName(account)}>
            {text.exact(amount, currency)}
          </FactRow>
        ))}
      </dl>
    </section>
  );
}

function Postings({ journal }: { readonly journal: Journal }) {
  const t = useTranslations('records');
  const own = journal.postings.filter((posting) => posting.own);
  const house = journal.postings.filter((posting) => !posting.own);
  const link = linkOf(journal.ref, journal.symbol);
  return (
    <>
      {journal.reason !== null && <FactRow name={t('reason')}>{journal.reason}</FactRow>}
      {own.length > 0 && <Side title={t('yours')} postings={own} />}
      {house.length > 0 ? (
        <Side title={t('house')} postings={house} />
      ) : (
        <p className="pt-3 text-sm text-soft">{t('noHouse')}</p>
      )}
      <p className="pt-3 text-sm text-quiet">{t('zero')}</p>
      {link !== undefined && (
        <Link href={link} className="inline-flex min-h-11 items-center text-sm font-medium text-accent">
          {t('open')}
        </Link>
      )}
    </>
  );
}

export type JournalSheetProps = {
  readonly record: LedgerRecord;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function JournalSheet({ record, open, onClose }: JournalSheetProps) {
  const t = useTranslations('records');
  const format = useFormat();
  const text = useRecordText();
  const query = useCall('GET wallet/journal', { seq: record.seq }, { enabled: open, staleMs: Infinity });
  const { kind } = record;
  return (
    <Sheet open={open} onClose={onClose} title={text.title(record)}>
      {isKnownKind(kind) && <p className="pb-2 text-soft">{t(`means.${meaningOf(kind)}`)}</p>}
      <dl>
        <FactRow name={t('time')}>{format.dateTime(record.time)}</FactRow>
        <FactRow name={t('number')}>{record.seq}</FactRow>
        <FactRow name={t('about')}>{record.ref}</FactRow>
      </dl>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(data) => <Postings journal={data} />}
      </Loaded>
    </Sheet>
  );
}
