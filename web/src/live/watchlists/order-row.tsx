/** A row that can be moved up and down, with buttons, since these work for a thumb, a mouse, a keyboard and a screen reader. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button.tsx';

export type OrderRowProps = {
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly end: ReactNode;
  readonly children: ReactNode;
};

export function OrderRow({ name, at, count, onMove, end, children }: OrderRowProps) {
  const t = useTranslations('watchlists');
  const arrow = (to: number, icon: typeof ArrowUp, label: string) => {
    const isEnd = to < 0 || to >= count;
    return (
      <IconButton
        icon={icon}
        size={18}
        label={label}
        aria-disabled={isEnd}
        onClick={() => !isEnd && onMove(to)}
        className={isEnd ? 'text-quiet opacity-40' : 'text-soft'}
      />
    );
  };
  return (
    <li className="hairline flex min-h-14 items-center pr-1 pl-4 last:shadow-none">
      <span className="min-w-0 flex-1 py-2">{children}</span>
      {arrow(at - 1, ArrowUp, t('moveUp', { name }))}
      {arrow(at + 1, ArrowDown, t('moveDown', { name }))}
      {end}
    </li>
  );
}
