/** The top of the leveraged ticket: the switch between long and short, and the menu of order types. */
import { useTranslations } from 'use-intl';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { OpeningDraft } from './opening.ts';

export type DirectionAndTypeProps = {
  readonly draft: OpeningDraft;
  readonly onChange: (fields: Partial<OpeningDraft>) => void;
};

export function DirectionSwitch({ draft, onChange }: DirectionAndTypeProps) {
  const t = useTranslations('opening');
  return (
    <Segmented
      label={t('direction')}
      options={[
        { value: 'long', label: t('long'), tone: 'up' },
        { value: 'short', label: t('short'), tone: 'down' },
      ]}
      value={draft.side}
      onChange={(side) => onChange({ side })}
    />
  );
}

export function OpeningTypeMenu({ draft, onChange }: DirectionAndTypeProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  return (
    <ChoiceMenu<OpeningDraft['type']>
      label={spot('type')}
      options={[
        { value: 'market', label: spot('market'), note: spot('about.market') },
        { value: 'limit', label: spot('limit'), note: spot('about.limit') },
        { value: 'stop', label: spot('kindName.stop'), note: t('stopAbout') },
      ]}
      value={draft.type}
      onSelect={(type) => onChange({ type })}
    />
  );
}
