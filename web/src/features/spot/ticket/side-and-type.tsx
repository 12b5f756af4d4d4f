/** The two switches at the top of the ticket: buy or sell, market or limit. An advanced order is neither. */
import { useTranslations } from 'use-intl';
import { Segmented } from '../../../ui/segmented.tsx';
import type { TicketDraft } from './ticket-draft.ts';

export type SideAndTypeProps = {
  readonly draft: TicketDraft;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

export function SideAndType({ draft, onChange }: SideAndTypeProps) {
  const t = useTranslations('spot');
  return (
    <>
      <Segmented
        label={t('side')}
        options={[
          { value: 'buy', label: t('buy'), tone: 'up' },
          { value: 'sell', label: t('sell'), tone: 'down' },
        ]}
        value={draft.side}
        onChange={(side) => onChange({ side })}
      />
      <Segmented<TicketDraft['type']>
        label={t('type')}
        options={[
          { value: 'market', label: t('market') },
          { value: 'limit', label: t('limit') },
        ]}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
    </>
  );
}
