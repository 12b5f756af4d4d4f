/** The choice of the leverage, with the effect of a price move. */
import { useTranslations } from 'use-intl';
import { Segmented } from '../../ui/segmented.tsx';

export type LeverageFieldProps = {
  readonly choices: readonly number[];
  readonly leverage: number;
  readonly onChange: (leverage: string) => void;
};

export function LeverageField({ choices, leverage, onChange }: LeverageFieldProps) {
  const t = useTranslations('opening');
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium text-soft">
        {t('leverage')}
      </p>
      <Segmented
        label={t('leverage')}
        options={choices.map((choice) => ({ value: choice.toString(), label: `${choice}×` }))}
        value={leverage.toString()}
        onChange={onChange}
      />
    </div>
  );
}
