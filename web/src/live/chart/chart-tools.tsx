/** The tools next to the indicators: draw, compare, save as a picture, full screen. */
import { ImageDown, Maximize2, Minimize2, PencilRuler, TrendingUpDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { FullScreen } from './full-screen.ts';

export type ChartToolsProps = {
  readonly full: FullScreen;
  readonly isComparing: boolean;
  readonly onDraw: () => void;
  readonly onCompare: () => void;
  readonly onSave: () => void;
};

export function ChartTools({ full, isComparing, onDraw, onCompare, onSave }: ChartToolsProps) {
  const t = useTranslations('chart');
  const look = '-mx-0.5 text-soft';
  return (
    <span className="flex shrink-0 pr-1">
      <IconButton icon={PencilRuler} size={18} label={t('draw')} onClick={onDraw} className={look} />
      <IconButton
        icon={TrendingUpDown}
        size={18}
        label={t('compare')}
        onClick={onCompare}
        className={classes('-mx-0.5', isComparing ? 'text-accent' : 'text-soft')}
      />
      <IconButton icon={ImageDown} size={18} label={t('savePicture')} onClick={onSave} className={look} />
      <IconButton
        icon={full.active ? Minimize2 : Maximize2}
        size={18}
        label={full.active ? t('leaveFull') : t('full')}
        onClick={full.toggle}
        className={look}
      />
    </span>
  );
}
