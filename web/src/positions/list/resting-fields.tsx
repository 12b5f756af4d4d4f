/** The fields of an order that waits for a price: price, quantity and expiry. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { useTranslations } from 'use-intl';
import type { Position } from '../../live/position-list.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { RestingDraft } from './resting-draft.ts';

export type RestingFieldsProps = {
  readonly position: Position;
  readonly type: 'limit' | 'stop';
  readonly terms: ContractTerms;
  readonly tickSize: string;
  /** The price from which the steps of an empty field start. */
  readonly from: string;
  readonly draft: RestingDraft;
  /** Whether quantity and expiry are left out. */
  readonly priceAlone?: boolean;
  /** The refusal of a field, by its name in the call. */
  readonly refused: { readonly field: string | undefined; readonly words: string | undefined };
  readonly onChange: (fields: Partial<RestingDraft>) => void;
};

export function RestingFields(props: RestingFieldsProps) {
  const { position, type, terms, tickSize, from, draft, priceAlone = false, refused, onChange } = props;
  const t = useTranslations('positions');
  const spot = useTranslations('spot');
  const errorAt = (field: string) => (refused.field === field ? refused.words : undefined);
  return (
    <>
      <AmountField
        label={type === 'stop' ? spot('stopPrice') : t('limitPrice')}
        unit={position.symbol.split('/')[1] ?? ''}
        value={draft.price}
        onChange={(price) => onChange({ price })}
        decimals={decimalsOf(terms.tickSize)}
        step={tickSize}
        stepFrom={from}
        error={errorAt('price')}
      />
      {!priceAlone && (
        <>
          <AmountField
            label={t('orderQuantity')}
            unit={position.product === 'forex' ? t('lotsUnit') : (position.symbol.split('/')[0] ?? '')}
            value={draft.quantity}
            onChange={(quantity) => onChange({ quantity })}
            decimals={decimalsOf(terms.contractStep)}
            error={errorAt('quantity')}
          />
          <TextField
            type="datetime-local"
            label={t('endsAt')}
            value={draft.until}
            error={errorAt('expires_at')}
            hint={t('endsHint')}
            onChange={({ target }) => onChange({ until: target.value })}
          />
        </>
      )}
    </>
  );
}
