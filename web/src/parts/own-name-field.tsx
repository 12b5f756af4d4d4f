/** The customer's own name for an order, by which their programs and lists can find it. */
import { useTranslations } from 'use-intl';
import type { OrderTerms } from '../lib/order-terms.ts';
import { TextField } from '../ui/text-field.tsx';

export type OwnNameFieldProps = {
  readonly draft: Pick<OrderTerms, 'ownName'>;
  readonly errorAt: (field: 'client_order_id') => string | undefined;
  readonly onChange: (fields: Pick<OrderTerms, 'ownName'>) => void;
};

const LENGTH_MAX = 64;

export function OwnNameField({ draft, errorAt, onChange }: OwnNameFieldProps) {
  const t = useTranslations('spot');
  return (
    <TextField
      label={t('ownName')}
      value={draft.ownName}
      maxLength={LENGTH_MAX}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder={t('ownNameNone')}
      hint={t('ownNameHint')}
      error={errorAt('client_order_id')}
      onChange={({ target }) => onChange({ ownName: target.value.trim() })}
    />
  );
}
