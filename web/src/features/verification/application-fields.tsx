/** The fields of an application: the personal data and the identity document. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { namedCountries } from '../../lib/country-names.ts';
import { useFormat } from '../../lib/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ApplicationField, ApplicationForm } from './application-form.ts';
import { certificateTypes } from './application-form.ts';

export type ApplicationFieldsProps = {
  readonly form: ApplicationForm;
  readonly errorAt: (field: ApplicationField) => string | undefined;
  readonly onEdit: (field: ApplicationField, value: string) => void;
};

export function ApplicationFields({ form, errorAt, onEdit }: ApplicationFieldsProps) {
  const t = useTranslations('verification');
  const { locale } = useFormat();
  const countries = useMemo(
    () => namedCountries(locale).map(({ country, name }) => ({ value: country, label: name })),
    [locale],
  );
  const bind = (field: ApplicationField) => ({
    value: form[field],
    error: errorAt(field),
    onChange: (event: { target: { value: string } }) => onEdit(field, event.target.value),
  });
  return (
    <>
      <SelectField
        label={t('country')}
        placeholder={t('countryChoose')}
        options={countries}
        value={form.country === '' ? undefined : form.country}
        error={errorAt('country')}
        onSelect={(country) => onEdit('country', country)}
      />
      <TextField
        label={t('firstName')}
        hint={t('nameHint')}
        autoComplete="given-name"
        maxLength={60}
        {...bind('first_name')}
      />
      <TextField label={t('lastName')} autoComplete="family-name" maxLength={60} {...bind('last_name')} />
      <TextField label={t('birthDate')} type="date" autoComplete="bday" {...bind('birth_date')} />
      <SelectField
        label={t('certificateType')}
        placeholder=""
        options={certificateTypes.map((type) => ({ value: type, label: t(`certificate.${type}`) }))}
        value={certificateTypes.find((type) => type === form.certificate_type)}
        onSelect={(type) => onEdit('certificate_type', type)}
      />
      <TextField
        label={t('certificateNumber')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...bind('certificate_number')}
      />
    </>
  );
}
