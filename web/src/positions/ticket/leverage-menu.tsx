/** The choice of the leverage, with the effect of a price move. */
import { useTranslations } from 'use-intl';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';

export type LeverageMenuProps = {
  readonly choices: readonly number[];
  readonly leverage: number;
  readonly onChange: (leverage: string) => void;
};

export function LeverageMenu({ choices, leverage, onChange }: LeverageMenuProps) {
  const t = useTranslations('opening');
  return (
    <ChoiceMenu
      label={t('leverage')}
      options={choices.map((choice) => ({
        value: choice.toString(),
        label: `${choice}×`,
        note: t('leverageMeans', { percent: choice }),
      }))}
      value={leverage.toString()}
      onSelect={onChange}
    />
  );
}
