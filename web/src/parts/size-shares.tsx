/** Shares of the largest possible size of an order: a quarter, a half, three quarters, and all of it. */
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../lib/customer.ts';
import { SizeChips } from '../ui/size-chips.tsx';

export type SizeSharesProps = {
  readonly label: string;
  /** Called with 25, 50, 75 or 100. */
  readonly onChoose: (percent: number) => void;
};

const quarters = [25, 50, 75, 100] as const;

export function SizeShares({ label, onChoose }: SizeSharesProps) {
  const t = useTranslations('spot');
  // A visitor has no balance, so there are no shares of it.
  if (!useSignedIn()) return null;
  return (
    <SizeChips
      label={label}
      chips={quarters.map((percent) => ({
        key: String(percent),
        label: percent === 100 ? t('max') : `${percent}%`,
        onPress: () => onChoose(percent),
      }))}
    />
  );
}
