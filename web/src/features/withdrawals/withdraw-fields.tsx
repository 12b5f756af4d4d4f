/** The fields of a withdrawal: destination, currency and amount. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { useFormat } from '../../lib/format.ts';
import { chainNamesShown, shortAddress } from '../../lib/network-names.ts';
import { resolvingLink } from '../../lib/resolving.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Address, WithdrawDraft, WithdrawView } from './withdraw-request.ts';

const PLACES = 8;

export type WithdrawFieldsProps = {
  readonly draft: WithdrawDraft;
  readonly view: WithdrawView;
  readonly addresses: readonly Address[];
  readonly errorAt: (field: 'address' | 'amount') => string | undefined;
  readonly onEdit: (fields: Partial<WithdrawDraft>) => void;
};

const addOne = (): void => navigate(resolvingLink('addresses'));

function AddressField({ view, addresses, errorAt, onEdit }: Omit<WithdrawFieldsProps, 'draft'>) {
  const t = useTranslations('withdrawals');
  const { moment } = useFormat();
  const { address, problem } = view;
  const nameOf = (one: Address): string =>
    `${one.label === '' ? '' : `${one.label} · `}${shortAddress(one.address)}`;
  const waits = problem === 'address_not_ready' && address !== undefined;
  return (
    <div>
      <SelectField
        label={t('address')}
        placeholder={t('chooseAddress')}
        options={addresses.map((one) => ({
          value: one.id,
          label: nameOf(one),
          detail: chainNamesShown[one.network],
        }))}
        value={address?.id}
        error={errorAt('address')}
        hint={
          address !== undefined && (
            <>
              <span className="block">{chainNamesShown[address.network]}</span>
              <span className="block font-mono text-xs break-all">{address.address}</span>
            </>
          )
        }
        onSelect={(id) => onEdit({ address: id, amount: '' })}
      />
      {waits && (
        <p className="pt-1 text-sm text-warning">{t('addressWaits', { time: moment(address.usable_at) })}</p>
      )}
      <Button kind="quiet" small className="-ml-3" onClick={addOne}>
        {t('addAddress')}
      </Button>
    </div>
  );
}

export function NoAddress() {
  const t = useTranslations('withdrawals');
  return (
    <EmptyState
      title={t('noAddress')}
      text={t('noAddressText')}
      action={
        <Button small onClick={addOne}>
          {t('addAddress')}
        </Button>
      }
    />
  );
}

function CurrencyChoice({ view, onEdit }: Pick<WithdrawFieldsProps, 'view' | 'onEdit'>) {
  const t = useTranslations('withdrawals');
  const { offered, terms } = view;
  if (terms === undefined || offered.length < 2) return null;
  return (
    <Segmented
      label={t('currency')}
      options={offered.map(({ currency }) => ({ value: currency, label: currency }))}
      value={terms.currency}
      onChange={(currency) => onEdit({ currency, amount: '' })}
    />
  );
}

export function WithdrawFields(props: WithdrawFieldsProps) {
  const { draft, view, errorAt, onEdit } = props;
  const t = useTranslations('withdrawals');
  const { held, quantity } = useFormat();
  const { terms, most } = view;
  return (
    <>
      <AddressField {...props} />
      <CurrencyChoice view={view} onEdit={onEdit} />
      {terms !== undefined && (
        <>
          <AmountField
            label={t('amount')}
            value={draft.amount}
            onChange={(amount) => onEdit({ amount })}
            decimals={PLACES}
            unit={terms.currency}
            placeholder="0"
            error={errorAt('amount')}
            hint={t('bounds', {
              min: `${quantity(terms.min)} ${terms.currency}`,
              max: `${quantity(terms.max)} ${terms.currency}`,
              day: `${quantity(terms.day_left)} ${terms.currency}`,
            })}
          />
          <div className="-mt-2 flex min-h-11 items-center justify-between gap-3 text-sm text-quiet">
            <span className="figures min-w-0">
              {t('available', { amount: `${held(terms.available, terms.currency)} ${terms.currency}` })}
            </span>
            <Chip onPress={() => onEdit({ amount: formatAmount(most) })}>{t('all')}</Chip>
          </div>
        </>
      )}
    </>
  );
}
