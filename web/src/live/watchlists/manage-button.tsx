/** Opens the customer's watchlists, to change them. A visitor has one list and no button. */
import { ListPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const WatchlistsSheet = lazy(() =>
  import('./watchlists-sheet.tsx').then((file) => ({ default: file.WatchlistsSheet })),
);

export function ManageButton({ onName }: { readonly onName: (name: string) => void }) {
  const t = useTranslations('watchlists');
  const isSignedIn = useSignedIn();
  const [open, setOpen] = useState(false);
  /** Each opening begins with all lists. */
  const [opening, setOpening] = useState(0);
  if (!isSignedIn) return null;
  return (
    <>
      <IconButton
        icon={ListPlus}
        size={20}
        label={t('manage')}
        aria-haspopup="dialog"
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
        className="text-soft"
      />
      {opening > 0 && (
        <Suspense>
          <WatchlistsSheet key={opening} open={open} onClose={() => setOpen(false)} onName={onName} />
        </Suspense>
      )}
    </>
  );
}
