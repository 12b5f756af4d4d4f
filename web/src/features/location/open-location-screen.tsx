/** Shows the place given in the screen's URL on the built-in map. */
import { MapPinOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useParam } from '../../lib/location.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../parts/screen.tsx';
import { PlaceLines } from './place-lines.tsx';
import { readPlace } from './place.ts';
import { WorldMap } from './world-map.tsx';

const NAME_MAX = 80;
const ADDRESS_MAX = 200;

export function OpenLocationScreen() {
  const t = useTranslations('location');
  const place = readPlace(useParam('latitude') ?? '', useParam('longitude') ?? '');
  const name = useParam('name')?.trim().slice(0, NAME_MAX);
  const address = useParam('address')?.trim().slice(0, ADDRESS_MAX);
  return (
    <Screen>
      <WorldMap place={place} />
      {place === undefined ? (
        <EmptyState icon={MapPinOff} title={t('none')} text={t('noneText')} />
      ) : (
        <>
          {(name !== undefined || address !== undefined) && (
            <div className="gutter pt-4">
              {name !== undefined && <p className="text-lg font-semibold break-words">{name}</p>}
              {address !== undefined && <p className="break-words text-soft">{address}</p>}
            </div>
          )}
          <PlaceLines place={place} />
        </>
      )}
    </Screen>
  );
}
