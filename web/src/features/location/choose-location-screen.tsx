/**
 * The choice of a place on the map, by coordinates or by the phone's position. The calling screen receives the place in its
 * address; otherwise it is copied or shared. It is not sent to a server.
 */
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../lib/drafts.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { safeReturn } from '../../lib/return-address.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PlaceLines } from './place-lines.tsx';
import { LATITUDE_MAX, LONGITUDE_MAX, placeParams, readDegrees, readPlace, withPlace } from './place.ts';
import { WorldMap } from './world-map.tsx';

/** The time within which the phone must find its position. */
const LOCATE_TIMEOUT_MS = 20_000;

type Locating = 'idle' | 'asked' | 'denied' | 'failed';

export function ChooseLocationScreen() {
  const t = useTranslations('location');
  const back = useParam('back');
  const began = { latitude: useParam('latitude') ?? '', longitude: useParam('longitude') ?? '' };
  // Identifies this request, so that input for a different screen or a different starting place is ignored.
  const asked = [back, began.latitude, began.longitude].join(' ');
  const { draft: typed, change, clear } = useDraft(`location ${asked}`, began);
  const [locating, setLocating] = useState<Locating>('idle');
  const place = readPlace(typed.latitude, typed.longitude);
  const wrong = (text: string, max: number, key: 'latitudeWrong' | 'longitudeWrong'): string | undefined =>
    text === '' || readDegrees(text, max) !== undefined ? undefined : t(key);

  function locate(): void {
    if (!('geolocation' in navigator)) {
      setLocating('failed');
      return;
    }
    setLocating('asked');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating('idle');
        change(placeParams(coords));
      },
      (error) => setLocating(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: 60_000 },
    );
  }

  function choose(): void {
    if (place === undefined || back === undefined) return;
    clear();
    navigate(withPlace(safeReturn(back), place), { replace: true });
  }

  return (
    <Screen
      footer={
        back !== undefined && (
          <Button block reason={place === undefined ? t('noneYet') : undefined} onClick={choose}>
            {t('useThis')}
          </Button>
        )
      }
    >
      <WorldMap place={place} onPick={(picked) => change(placeParams(picked))} />
      <div className="gutter space-y-4 pt-4">
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('latitude')}
            placeholder="0.00000"
            autoComplete="off"
            maxLength={16}
            value={typed.latitude}
            error={wrong(typed.latitude, LATITUDE_MAX, 'latitudeWrong')}
            onChange={(event) => change({ ...typed, latitude: event.target.value })}
          />
          <TextField
            label={t('longitude')}
            placeholder="0.00000"
            autoComplete="off"
            maxLength={16}
            value={typed.longitude}
            error={wrong(typed.longitude, LONGITUDE_MAX, 'longitudeWrong')}
            onChange={(event) => change({ ...typed, longitude: event.target.value })}
          />
        </div>
        <Button kind="secondary" block busy={locating === 'asked'} onClick={locate}>
          <span className="inline-flex items-center gap-2">
            <LocateFixed size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('locate')}
          </span>
        </Button>
        {(locating === 'denied' || locating === 'failed') && (
          <p role="alert" className="text-sm text-danger">
            {t(locating === 'denied' ? 'locateDenied' : 'locateFailed')}
          </p>
        )}
        <p className="text-sm text-quiet">{t('privacy')}</p>
      </div>
      {place !== undefined && <PlaceLines place={place} />}
    </Screen>
  );
}
