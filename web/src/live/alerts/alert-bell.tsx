/** The bell of a chart, which opens the price alert sheet. */
import { BellPlus } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Quotation } from '../quotes.ts';

const AlertSheet = lazy(() => import('./alert-sheet.tsx').then((file) => ({ default: file.AlertSheet })));

export function AlertBell({ row }: { readonly row: Quotation }) {
  const t = useTranslations('alerts');
  const signedIn = useSignedIn();
  const [open, setOpen] = useState(false);
  /** The number of times that the sheet was opened, used as a key so that each opening starts with the current price. */
  const [opening, setOpening] = useState(0);
  if (!signedIn) return null;
  return (
    <>
      <IconButton
        icon={BellPlus}
        label={t('titleOf', { symbol: row.symbol })}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      />
      {opening > 0 && (
        <Suspense>
          <AlertSheet key={opening} row={row} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
