/** The star of an instrument, filled if it is on one of the customer's watchlists. */
import { Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button.tsx';

export type StarButtonProps = {
  readonly symbol: string;
  readonly isStarred: boolean;
  /** Whether a tap opens the lists to choose from, instead of changing the only one. */
  readonly opensLists: boolean;
  readonly onPress: (symbol: string) => void;
  /** Whether the star is in the top bar and takes the bar's colour. */
  readonly onBar?: boolean;
};

export function StarButton({ symbol, isStarred, opensLists, onPress, onBar = false }: StarButtonProps) {
  const t = useTranslations('market');
  const colour = onBar ? undefined : isStarred ? 'text-accent' : 'text-quiet';
  const label = opensLists ? t('chooseLists', { symbol }) : t(isStarred ? 'unstar' : 'star', { symbol });
  return (
    <IconButton
      icon={Star}
      size={onBar ? 22 : 18}
      filled={isStarred}
      label={label}
      aria-haspopup={opensLists ? 'dialog' : undefined}
      onClick={() => onPress(symbol)}
      {...(colour !== undefined && { className: colour })}
    />
  );
}
