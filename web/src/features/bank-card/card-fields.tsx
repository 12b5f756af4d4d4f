/** The fields of a bank card. The country comes first, because the account's identifiers depend on it. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { namedCountries } from '../../lib/country-names.ts';
import { useFormat } from '../../lib/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CardField, CardForm } from './card-form.ts';
import { accountNaming } from './payee-countries.ts';

export type CardFieldsProps = {
  readonly form: CardForm;
  readonly errorAt: (field: CardField) => string | undefined;
  readonly onEdit: (field: CardField, value: string) => void;
};

type Bind = (field: CardField) => {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { target: { value: string } }) => void;
};

const asCode = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } as const;

function AccountFields({ country, bind }: { readonly country: string; readonly bind: Bind }) {
  const t = useTranslations('bankCard');
  const { iban, routing, routingNeeded } = accountNaming(country);
  return (
    <>
      <TextField
        label={iban ? t('iban') : t('cardNumber')}
        hint={iban ? t('ibanHint') : undefined}
        maxLength={50}
        {...asCode}
        {...bind('card_number')}
      />
      {routing !== undefined && (
        <TextField
          label={t(`routing.${routing}`)}
          hint={routingNeeded ? t('abaHint') : t('optional')}
          maxLength={30}
          {...asCode}
          {...bind('routing_number')}
        />
      )}
    </>
  );
}

export function CardFields({ form, errorAt, onEdit }: CardFieldsProps) {
  const t = useTranslations('bankCard');
  const { locale } = useFormat();
  const countries = useMemo(
    () => namedCountries(locale).map(({ country, name }) => ({ value: country, label: name })),
    [locale],
  );
  const bind: Bind = (field) => ({
    value: form[field],
    error: errorAt(field),
    onChange: (event) => onEdit(field, event.target.value),
  });
  return (
    <>
      <SelectField
        label={t('payeeCountry')}
        placeholder={t('countryChoose')}
        hint={t('countryHint')}
        options={countries}
        value={form.payee_country === '' ? undefined : form.payee_country}
        error={errorAt('payee_country')}
        onSelect={(country) => onEdit('payee_country', country)}
      />
      <TextField
        label={t('realName')}
        hint={t('realNameHint')}
        autoComplete="name"
        maxLength={120}
        {...bind('real_name')}
      />
      <AccountFields country={form.payee_country} bind={bind} />
      <TextField label={t('swift')} hint={t('swiftHint')} maxLength={20} {...asCode} {...bind('swift')} />
      <TextField label={t('bankName')} autoComplete="off" maxLength={120} {...bind('bank_name')} />
      <TextField label={t('bankAddress')} autoComplete="off" maxLength={200} {...bind('bank_address')} />
      <TextField
        label={t('userName')}
        hint={t('userNameHint')}
        autoComplete="off"
        maxLength={120}
        {...bind('user_name')}
      />
      <TextField
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        {...bind('phone')}
      />
      <TextField
        label={t('recipientAddress')}
        autoComplete="street-address"
        maxLength={200}
        {...bind('recipient_address')}
      />
    </>
  );
}
