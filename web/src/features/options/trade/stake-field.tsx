/**
 * The stake: the amount in the centre with the menu of its currency, preset amounts, and the available balance. If the option
 * account has too little, the missing amount is offered in place of the presets.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { transferLink } from '../../../lib/links.ts';
import { BigAmount } from '../../../parts/big-amount.tsx';
import { TopUp, useTopUp } from '../../../parts/top-up.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceMenu } from '../../../ui/choice-menu.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SizeChips } from '../../../ui/size-chips.tsx';
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
  transferLink({ currency: unitOf(currency), from: 'spot', to: 'option', after: 'back' });

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
  const name = useCurrencyName();
  const held = useHeld();
  const { view, offer } = option;
  const payables = offer.payables ?? optionCurrencies.map((currency) => ({ currency, available: undefined }));
  return (
    <ChoiceMenu
      label={t('payWith')}
      value={view.currency}
      options={payables.map(({ currency, available }) => ({
        value: currency,
        label: name(currency),
        start: <CoinMark of={unitOf(currency)} size={28} />,
        detail: available === undefined ? undefined : held(available, currency),
      }))}
      onSelect={(currency) => onChange({ currency })}
    />
  );
}

function PaidFrom({ option }: Pick<PickerProps, 'option'>) {
  const spot = useTranslations('spot');
  const opening = useTranslations('opening');
  const held = useHeld();
  const { currency, payable } = option.view;
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm text-quiet">
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

/** The amount to offer from the spot account; the trial credit can't be moved. */
function useMissing({ view }: Option) {
  const { currency, payable, figures } = view;
  const isOwn = payable !== undefined && currency !== 'EXPERIENCE';
  return useTopUp({
    currency,
    available: isOwn ? amount(payable.available) : undefined,
    needed: figures?.stake,
  });
}

export function EmptyAccount({ option }: { readonly option: Option }) {
  const t = useTranslations('option');
  const { currency, payable, figures } = option.view;
  const missing = useMissing(option);
  if (payable === undefined || currency === 'EXPERIENCE' || amount(payable.available) > 0n) return null;
  return (
    <Notice
      title={t('emptyTitle', { currency })}
      text={t('emptyText', { currency })}
      action={
        <>
          {missing !== undefined && figures === undefined && (
            <div className="pt-2">
              <TopUp isNext currency={currency} to="option" offered={missing} />
            </div>
          )}
          <Button kind="quiet" small className="-mb-2 -ml-3" onClick={() => navigate(fillLink(currency))}>
            {t('toTransfer', { currency })}
          </Button>
        </>
      }
    />
  );
}

export function StakeField({ option, errorAt, onChange }: StakeFieldProps) {
  const t = useTranslations('option');
  const format = useFormat();
  const { draft, view } = option;
  const { currency, payable } = view;
  const missing = useMissing(option);
  const presets =
    missing === undefined || view.figures === undefined ? (
      <SizeChips
        label={t('stake')}
        chips={quickStakes(currency, payable?.min).map((quick) => ({
          key: quick,
          label: <span className="figures">{format.quantity(quick)}</span>,
          onPress: () => onChange(withStake(currency, quick)),
        }))}
      />
    ) : (
      <TopUp currency={unitOf(currency)} to="option" offered={missing} />
    );
  return (
    <div>
      <BigAmount
        label={t('stake')}
        unit={unitOf(currency)}
        unitSwitch={<CurrencyPicker option={option} onChange={onChange} />}
        value={stakeText(draft, currency)}
        onChange={(typed) => onChange(withStake(currency, typed))}
        decimals={stakeDecimals(currency)}
        error={errorAt('stake') ?? errorAt('currency')}
        choices={presets}
      />
      <div className="behind-keypad">{presets}</div>
      <PaidFrom option={option} />
      {currency === 'EXPERIENCE' && <p className="text-sm text-quiet">{t('experienceMeans')}</p>}
    </div>
  );
}
