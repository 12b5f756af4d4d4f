/** One of the two accounts of a transfer, with its purpose and its balance. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { Account } from './transfer.ts';
import { accounts } from './transfer.ts';

/** Formats an amount: money with at least two decimal places, coins with all decimal places. */
export function useExact(currency: string): (value: Amount) => string {
  const format = useFormat();
  return (value) =>
    `${format.decimal(formatAmount(value), { min: currency === 'USDT' ? 2 : 0, max: 8 })} ${currency}`;
}

export type AccountEndProps = {
  readonly label: string;
  readonly account: Account;
  readonly currency: string;
  readonly now: Amount;
  readonly after: Amount;
  readonly onChoose: (account: Account) => void;
};

export function AccountEnd({ label, account, currency, now, after, onChoose }: AccountEndProps) {
  const t = useTranslations('transfer');
  const names = useTranslations('account');
  const exact = useExact(currency);
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium text-soft">
        {label}
      </p>
      <Segmented
        label={label}
        options={accounts.map((value) => ({ value, label: names(`accounts.${value}`) }))}
        value={account}
        onChange={onChoose}
      />
      <p className="min-h-9 text-sm text-quiet">{t(`about.${account}`)}</p>
      <dl className="figures grid grid-cols-2 gap-3 text-sm">
        <div>
          <dt className="text-xs text-quiet">{t('now')}</dt>
          <dd className="break-words">{exact(now)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-xs text-quiet">{t('after')}</dt>
          <dd className={after === now ? 'break-words text-quiet' : 'font-semibold break-words'}>
            {exact(after)}
          </dd>
        </div>
      </dl>
    </div>
  );
}
