/** The icon at the start of a menu row. */
import type { LucideIcon } from 'lucide-react';

export function MenuIcon({ icon: Icon }: { readonly icon: LucideIcon }) {
  return <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />;
}
