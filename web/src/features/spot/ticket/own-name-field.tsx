/** The customer's own name for an order, by which their programs and lists can find it. */
import { useTranslations } from 'use-intl';
import { TextField } from '../../../ui/text-field.tsx';
import type { TicketDraft } from './ticket-draft.ts';
import type { TicketField } from './ticket-problems.ts';

export type OwnNameFieldProps = {
  readonly draft: Pick<TicketDraft, 'ownName'>;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Pick<TicketDraft, 'ownName'>) => void;
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
