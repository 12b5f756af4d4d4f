/** The two switches at the top of the leveraged ticket: long or short, market or limit. */
import { useTranslations } from 'use-intl';
import { Segmented } from '../../ui/segmented.tsx';
import type { OpeningDraft } from './opening.ts';

export type DirectionAndTypeProps = {
  readonly draft: OpeningDraft;
  readonly onChange: (fields: Partial<OpeningDraft>) => void;
};

export function DirectionAndType({ draft, onChange }: DirectionAndTypeProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  return (
    <>
      <Segmented
        label={t('direction')}
        options={[
          { value: 'long', label: t('long'), tone: 'up' },
          { value: 'short', label: t('short'), tone: 'down' },
        ]}
        value={draft.side}
        onChange={(side) => onChange({ side })}
      />
      <Segmented
        label={spot('type')}
        options={[
          { value: 'market', label: spot('market') },
          { value: 'limit', label: spot('limit') },
        ]}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
    </>
  );
}
