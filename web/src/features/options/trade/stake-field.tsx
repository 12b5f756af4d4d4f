/** The fields of the stake: amount, currency, preset amounts, and a link for funding the option account. */
import { amount } from '@candor/domain/money/amount.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { transferLink } from '../../../lib/links.ts';
import { AmountField } from '../../../parts/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectSheet } from '../../../ui/select-sheet.tsx';
import type { OptionField } from './option-draft.ts';
import { stakeText, withStake } from './option-draft.ts';
import type { OptionCurrency } from './stake.ts';
import { optionCurrencies, quickStakes, stakeDecimals, unitOf } from './stake.ts';
import type { Option } from './use-option.ts';

export type StakeFieldProps = {
  readonly option: Option;
  readonly errorAt: (field: OptionField) => string | undefined;
  readonly onChange: Option['change'];
};

/** Links to a transfer from the spot account, which receives deposits and grants. */
const fillLink = (currency: OptionCurrency) =>
  transferLink({ currency: unitOf(currency), from: 'spot', to: 'option' });

function useCurrencyName(): (currency: OptionCurrency) => string {
  const t = useTranslations('option');
  return (currency) => (currency === 'EXPERIENCE' ? t('experience') : currency);
}

/** Formats an available balance, such as "1,250.00 USDT". */
function useHeld(): (available: string, currency: OptionCurrency) => string {
  const format = useFormat();
  return (available, currency) =>
    stakeDecimals(currency) === 2 ? format.money(available) : format.quantity(available);
}

type PickerProps = Pick<StakeFieldProps, 'option' | 'onChange'>;

function CurrencyPicker({ option, onChange }: PickerProps) {
  const t = useTranslations('option');
  const [open, setOpen] = useState(false);
  const name = useCurrencyName();
  const held = useHeld();
  const { view, offer } = option;
  const payables = offer.payables ?? optionCurrencies.map((currency) => ({ currency, available: undefined }));
  return (
    <>
      <button
        type="button"
        aria-haspopup="listbox"
        aria-label={`${t('payWith')}: ${name(view.currency)}`}
        onClick={() => setOpen(true)}
        className="-ml-1 inline-flex min-h-11 shrink-0 items-center gap-1 rounded-input px-1 text-sm font-semibold text-accent active:opacity-70"
      >
        {name(view.currency)}
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <SelectSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('payWith')}
        value={view.currency}
        options={payables.map(({ currency, available }) => ({
          value: currency,
          label: name(currency),
          start: <CoinMark of={unitOf(currency)} size={28} />,
          detail: available === undefined ? undefined : held(available, currency),
        }))}
        onSelect={(currency) => onChange({ currency })}
      />
    </>
  );
}

function PaidFrom({ option, onChange }: PickerProps) {
  const spot = useTranslations('spot');
  const opening = useTranslations('opening');
  const held = useHeld();
  const { currency, payable } = option.view;
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm text-quiet">
      <CurrencyPicker option={option} onChange={onChange} />
      <span className="figures min-w-0 flex-1">
        {payable !== undefined &&
          spot('available', { amount: held(payable.available, currency), currency: unitOf(currency) })}
      </span>
      {payable !== undefined && currency !== 'EXPERIENCE' && (
        <Button kind="quiet" small className="-mr-3 shrink-0" onClick={() => navigate(fillLink(currency))}>
          {opening('transfer')}
        </Button>
      )}
    </div>
  );
}

export function EmptyAccount({ option }: { readonly option: Option }) {
  const t = useTranslations('option');
  const { currency, payable } = option.view;
  if (payable === undefined || currency === 'EXPERIENCE' || amount(payable.available) > 0n) return null;
  return (
    <Notice
      title={t('emptyTitle', { currency })}
      text={t('emptyText', { currency })}
      action={
        <Button kind="quiet" small className="-mb-2 -ml-3" onClick={() => navigate(fillLink(currency))}>
          {t('toTransfer', { currency })}
        </Button>
      }
    />
  );
}

export function StakeField({ option, errorAt, onChange }: StakeFieldProps) {
  const t = useTranslations('option');
  const format = useFormat();
  const { draft, view } = option;
  const { currency, payable } = view;
  const text = stakeText(draft, currency);
  return (
    <div>
      <AmountField
        label={t('stake')}
        unit={unitOf(currency)}
        value={text}
        onChange={(typed) => onChange(withStake(currency, typed))}
        decimals={stakeDecimals(currency)}
        placeholder="0"
        error={errorAt('stake') ?? errorAt('currency')}
      />
      <div role="group" aria-label={t('stake')} className="flex flex-wrap gap-2 pt-2">
        {quickStakes(currency, payable?.min).map((quick) => (
          <Chip key={quick} onPress={() => onChange(withStake(currency, quick))}>
            <span className="figures">{format.quantity(quick)}</span>
          </Chip>
        ))}
      </div>
      <PaidFrom option={option} onChange={onChange} />
      {currency === 'EXPERIENCE' && <p className="text-sm text-quiet">{t('experienceMeans')}</p>}
    </div>
  );
}
