/** The menu row that adds the app to the home screen. If the browser has no prompt for it, the row opens an explanation. */
import { useSlice } from '@candor/client/app-state.ts';
import { MonitorDown } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { createInstall, useInstallPrompt } from '../../lib/install.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';

const InstallSheet = lazy(() =>
  import('./install-sheet.tsx').then((file) => ({ default: file.InstallSheet })),
);

export function InstallRow() {
  const t = useTranslations('install');
  const { openPrompt } = useSlice(createInstall);
  const prompt = useInstallPrompt();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  // The app was started from the home screen.
  if (window.matchMedia('(display-mode: standalone)').matches) return null;
  function install(): void {
    if (prompt !== undefined) {
      openPrompt(prompt);
      return;
    }
    setAsked(true);
    setOpen(true);
  }
  return (
    <>
      <ListRow start={<MenuIcon icon={MonitorDown} />} title={t('title')} chevron onPress={install} />
      {asked && (
        <Suspense>
          <InstallSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
