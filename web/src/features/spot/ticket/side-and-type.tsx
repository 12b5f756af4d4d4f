/** The top of the ticket: the switch between buy and sell, and the menu of order types. */
import { useTranslations } from 'use-intl';
import { ChoiceMenu } from '../../../ui/choice-menu.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { TicketDraft } from './ticket-draft.ts';
import { ORDER_TYPES } from './ticket-draft.ts';

export type SideAndTypeProps = {
  readonly draft: TicketDraft;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

export function SideSwitch({ draft, onChange }: SideAndTypeProps) {
  const t = useTranslations('spot');
  return (
    <Segmented
      label={t('side')}
      options={[
        { value: 'buy', label: t('buy'), tone: 'up' },
        { value: 'sell', label: t('sell'), tone: 'down' },
      ]}
      value={draft.side}
      onChange={(side) => onChange({ side })}
    />
  );
}

export function TypeMenu({ draft, onChange }: SideAndTypeProps) {
  const t = useTranslations('spot');
  const options = ORDER_TYPES.map((value) => ({
    value,
    label: value === 'market' || value === 'limit' ? t(value) : t(`kindName.${value}`),
    note: t(`about.${value}`),
  }));
  return (
    <ChoiceMenu
      label={t('type')}
      options={options}
      value={draft.type}
      onSelect={(type) => onChange({ type })}
    />
  );
}
