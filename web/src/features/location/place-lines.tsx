/** A place to copy or share: its coordinates, and an address of the app that shows it. */
import { useTranslations } from 'use-intl';
import { openLocationLink } from '../../lib/links.ts';
import { useToasts } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Section } from '../../ui/section.tsx';
import { placeParams, placeText } from './place.ts';
import type { Place } from './place.ts';

export function PlaceLines({ place }: { readonly place: Place }) {
  const { showToast } = useToasts();
  const t = useTranslations('location');
  const link = new URL(`#${openLocationLink(placeParams(place))}`, window.location.origin).href;
  async function share(): Promise<void> {
    try {
      await navigator.share({ title: placeText(place), url: link });
    } catch (cause) {
      // The customer cancelled the sharing, which needs no message.
      if ((cause as Error).name !== 'AbortError') showToast(t('shareFailed'), 'bad');
    }
  }
  return (
    <Section>
      <CopyLine name={t('coordinates')} text={placeText(place)} copyLabel={t('copyCoordinates')} />
      <CopyLine name={t('link')} text={link} copyLabel={t('copyLink')} mono />
      {'share' in navigator && (
        <div className="p-4 pt-2">
          <Button kind="secondary" block onClick={() => void share()}>
            {t('share')}
          </Button>
        </div>
      )}
    </Section>
  );
}
