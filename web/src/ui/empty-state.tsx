/** The empty state of a list, with the next step. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type EmptyStateProps = {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text?: string;
  /** A button or link to the next step. */
  readonly action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="gutter flex flex-col items-center gap-2 py-12 text-center">
      {Icon !== undefined && (
        <span className="mb-1 grid size-12 place-items-center rounded-full bg-sunken text-soft">
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
        </span>
      )}
      <p className="font-semibold text-balance">{title}</p>
      {text !== undefined && <p className="max-w-xs text-sm text-balance text-soft">{text}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
