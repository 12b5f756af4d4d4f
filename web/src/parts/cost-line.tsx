/**
 * The cost of an order in one line of two or three figures, which unfolds into all of them. The keypad shows the same line without
 * the fold.
 */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../ui/classes.ts';

export type CostFigure = { readonly name: string; readonly value: string };

export function CostFigures({ figures }: { readonly figures: readonly CostFigure[] }) {
  return (
    <dl className="flex min-w-0 flex-1 gap-3">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 flex-1 flex-col justify-between">
          <dt className="text-xs text-balance text-soft">{name}</dt>
          <dd className="figures min-h-5 text-sm font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type CostLineProps = {
  readonly figures: readonly CostFigure[];
  /** All figures, as rows of a `dl`. */
  readonly children: ReactNode;
  /** Whether the figures are shown from the start, where there is room for them. */
  readonly unfolded?: boolean;
};

export function CostLine({ figures, children, unfolded = false }: CostLineProps) {
  const t = useTranslations('spot');
  const id = useId();
  const [open, setOpen] = useState(unfolded);
  return (
    <div className="rounded-card bg-ground px-3">
      <div className="relative flex min-h-14 items-center gap-2 py-2">
        <CostFigures figures={figures} />
        <button
          type="button"
          aria-label={t('details')}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="shrink-0 text-quiet after:absolute after:inset-0 after:rounded-card"
        >
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className={classes('transition-transform', open && 'rotate-180')}
          />
        </button>
      </div>
      <dl id={id} hidden={!open} className="border-t border-line py-1.5">
        {open && children}
      </dl>
    </div>
  );
}
