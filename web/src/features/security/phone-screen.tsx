/** Setting or changing the phone number with a code sent to the new number. */
import { Field } from '@base-ui/react/field';
import { ChevronDown } from 'lucide-react';
import type { FormEvent } from 'react';
import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { securityLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SelectSheet } from '../../ui/select-sheet.tsx';
import type { SentCode } from '../../ui/sent-code-field.tsx';
import { SentCodeField } from '../../ui/sent-code-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BoundNow } from './bound-now.tsx';
import { countriesIn, looksLikePhone } from './countries.ts';

const empty = { country: '', phone: '', code: '' };

function useCountries() {
  const { locale } = useFormat();
  const { data } = useCall('GET getareacode', {}, { ofCustomer: false, staleMs: Number.POSITIVE_INFINITY });
  return useMemo(() => countriesIn(locale, data ?? []), [locale, data]);
}

function usePhoneForm(onSaved: () => void) {
  const { toastSuccess } = useApi();
  const t = useTranslations('security.phone');
  const countries = useCountries();
  const { draft, change, clear } = useDraft('bound-phone', empty);
  const errors = useFieldErrors(['country', 'phone', 'code'], {
    phone_wrong: 'phone',
    code_wrong: 'code',
  });
  const sms = useCommand('POST sms_send_d', { showsRefusal: true });
  const save = useConfirmed('POST safe/phone', { showsRefusal: true });
  const country = countries.find((one) => one.country === draft.country);
  const problems = {
    country: country === undefined ? ('security.phone.countryMissing' as const) : undefined,
    phone: looksLikePhone(draft.phone) ? undefined : ('security.phone.numberForm' as const),
  };
  const number = country === undefined ? undefined : { area_code: country.areaCode, phone: draft.phone };

  async function sendCode(): Promise<SentCode | undefined> {
    if (errors.show(problems) || number === undefined) return undefined;
    const answer = await sms.send(number);
    if (answer?.type === 'error') errors.refuse(answer);
    const to = `+${number.area_code} ${number.phone}`;
    return answer?.type === 'ok' ? { to, code: answer.message.code } : undefined;
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const code = /^\d{6}$/.test(draft.code) ? undefined : ('security.phone.codeForm' as const);
    if (errors.show({ ...problems, code }) || number === undefined) return;
    const answer = await save.send({ ...number, code: draft.code });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('saved');
      onSaved();
    } else if (answer !== undefined) {
      errors.refuse(answer);
    }
  }

  const sentText = ({ to, code }: SentCode): string =>
    code === undefined ? t('codeSent', { phone: to }) : t('demoMessage', { phone: to, code });
  return { countries, country, draft, change, errors, sms, sendCode, sentText, save, submit };
}

type PhoneForm = ReturnType<typeof usePhoneForm>;

function CountryField({ form }: { readonly form: PhoneForm }) {
  const t = useTranslations('security.phone');
  const listId = useId();
  const [choosing, setChoosing] = useState(false);
  const { countries, country, draft, change, errors } = form;
  const error = errors.errorAt('country');
  return (
    <>
      <FieldFrame label={t('country')} error={error}>
        <Field.Control
          render={<PlainButton />}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={choosing}
          aria-controls={listId}
          onClick={() => setChoosing(true)}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-2 px-3 text-left"
        >
          <span className="min-w-0 flex-1 truncate">{country?.name ?? t('chooseCountry')}</span>
          {country !== undefined && <span className="figures text-soft">+{country.areaCode}</span>}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-quiet" />
        </Field.Control>
      </FieldFrame>
      <SelectSheet
        listId={listId}
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t('country')}
        options={countries.map((one) => ({
          value: one.country,
          label: one.name,
          detail: `+${one.areaCode}`,
        }))}
        value={draft.country}
        onSelect={(chosen) => {
          change({ country: chosen });
          errors.forgive('country');
        }}
      />
    </>
  );
}

export function PhoneScreen() {
  const t = useTranslations('security.phone');
  const finish = useFinish(securityLink);
  const overview = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  const form = usePhoneForm(finish);
  const { draft, change, errors } = form;

  return (
    <Screen>
      <BoundNow label={t('now')} value={overview.data?.phone} />
      <form noValidate onSubmit={(event) => void form.submit(event)} className="gutter space-y-4 pt-5">
        <p className="text-sm text-soft">{t('text')}</p>
        <CountryField form={form} />
        <TextField
          label={t('number')}
          hint={t('numberHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
          value={draft.phone}
          error={errors.errorAt('phone')}
          onChange={(event) => {
            change({ phone: event.target.value.replace(/\D/g, '') });
            errors.forgive('phone');
          }}
        />
        <SentCodeField
          value={draft.code}
          error={errors.errorAt('code')}
          onChange={(code) => {
            change({ code });
            errors.forgive('code');
          }}
          busy={form.sms.busy}
          send={form.sendCode}
          sentText={form.sentText}
        />
        <Button block type="submit" busy={form.save.busy}>
          {t('save')}
        </Button>
      </form>
    </Screen>
  );
}
