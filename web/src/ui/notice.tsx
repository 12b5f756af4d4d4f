/** A notice about a requirement that must be met first, with a link to the screen that fulfils it. */
import type { ReactNode } from 'react';

export type NoticeProps = {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
};

export function Notice({ title, text, action }: NoticeProps) {
  return (
    <div role="status" className="rounded-card bg-accent-wash px-3 py-2.5 text-sm">
      <p className="font-semibold">{title}</p>
      <p className="text-soft">{text}</p>
      {action}
    </div>
  );
}
