/** The card that offers the tour to visitors. It is removed permanently after the tour was taken or skipped. */
import { Compass } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadAllMessages, withTexts } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { isTourOffered, leaveTour } from './tour-offered.ts';

const TourSheet = lazy(async () => {
  const [file] = await Promise.all([import('./tour-sheet.tsx'), loadAllMessages()]);
  return { default: withTexts(file.TourSheet) };
});

export function TourCard() {
  const t = useTranslations('home');
  const [offered, setOffered] = useState(isTourOffered);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const leave = (): void => {
    leaveTour();
    setOpen(false);
    setOffered(false);
  };
  if (!offered && !asked) return null;
  return (
    <>
      {offered && (
        <Section>
          <div className="flex items-center gap-3 p-4">
            <Compass size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />
            <div className="min-w-0 flex-1">
              <h2 className="font-semibold">{t('tourTitle')}</h2>
              <p className="text-sm text-soft">{t('tourText')}</p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  kind="secondary"
                  small
                  onClick={() => {
                    setAsked(true);
                    setOpen(true);
                  }}
                >
                  {t('tourStart')}
                </Button>
                <Button kind="quiet" small onClick={leave}>
                  {t('tourSkip')}
                </Button>
              </div>
            </div>
          </div>
        </Section>
      )}
      {asked && (
        <Suspense>
          <TourSheet open={open} onClose={leave} />
        </Suspense>
      )}
    </>
  );
}
