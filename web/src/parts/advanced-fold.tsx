/**
 * The folded part of a ticket. Its button names the choices made inside, so that no active setting is hidden. The ticket
 * stores whether the part is open, because fields further down belong to the part too.
 */
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';

export type AdvancedFoldProps = {
  readonly label: string;
  readonly chosen: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
};

export function AdvancedFold({ label, chosen, open, onToggle, children }: AdvancedFoldProps) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className="press flex min-h-11 w-full items-center gap-2 text-left text-sm font-medium text-soft"
      >
        <span className="shrink-0">{label}</span>
        <span className="min-w-0 flex-1 text-right break-words text-accent">{chosen}</span>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classes('shrink-0 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="space-y-3">
        {open && children}
      </div>
    </div>
  );
}
