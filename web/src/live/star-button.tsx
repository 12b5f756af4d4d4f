/** The star that adds an instrument to the customer's favourites. */
import { Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/icon-button.tsx';
import { useFavourites } from './favourites.ts';

export type StarButtonProps = {
  readonly symbol: string;
  /** Whether the star is in the top bar and takes the bar's colour. */
  readonly onBar?: boolean;
};

export function StarButton({ symbol, onBar = false }: StarButtonProps) {
  const t = useTranslations('market');
  const { symbols, toggle } = useFavourites();
  const starred = symbols.includes(symbol);
  const colour = onBar ? undefined : starred ? 'text-accent' : 'text-quiet';
  return (
    <IconButton
      icon={Star}
      size={onBar ? 22 : 18}
      filled={starred}
      label={starred ? t('unstar', { symbol }) : t('star', { symbol })}
      onClick={() => toggle(symbol)}
      {...(colour !== undefined && { className: colour })}
    />
  );
}
