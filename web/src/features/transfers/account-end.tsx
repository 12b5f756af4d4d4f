/** One of the two accounts of a transfer, with its purpose and its balance. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { Account } from './transfer.ts';
import { accounts } from './transfer.ts';

export function useHeld(currency: string): (value: Amount) => string {
  const format = useFormat();
  return (value) => `${format.held(formatAmount(value), currency)} ${currency}`;
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
  const held = useHeld(currency);
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
          <dd className="break-words">{held(now)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-xs text-quiet">{t('after')}</dt>
          <dd className={after === now ? 'break-words text-quiet' : 'font-semibold break-words'}>
            {held(after)}
          </dd>
        </div>
      </dl>
    </div>
  );
}
