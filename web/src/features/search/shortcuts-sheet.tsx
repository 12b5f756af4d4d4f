/** The list of the keys that work on every screen. */
import { useTranslations } from 'use-intl';
import { FactRow } from '../../ui/fact-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const keys = [
  ['search', '/'],
  ['buy', 'B'],
  ['sell', 'S'],
  ['help', '?'],
  ['close', 'Esc'],
] as const;

export type ShortcutsSheetProps = { readonly open: boolean; readonly onClose: () => void };

export function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
  const t = useTranslations('search.shortcuts');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <dl>
        {keys.map(([name, key]) => (
          <FactRow key={key} name={t(name)}>
            <kbd className="rounded-md bg-sunken px-2 py-1 font-sans text-sm font-medium">{key}</kbd>
          </FactRow>
        ))}
      </dl>
    </Sheet>
  );
}
