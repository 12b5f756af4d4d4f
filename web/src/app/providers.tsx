/**
 * The contexts that every screen may use: the chosen language, the query cache, the device's settings, the features' menu entries
 * and the kit's surroundings.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { LanguageProvider } from '../i18n/provider.tsx';
import { queryClient } from '../lib/api.ts';
import { DeviceContext, openDevice } from '../lib/device.ts';
import { EntriesContext } from '../platform/entries.ts';
import type { LoadEntries } from '../platform/entries.ts';
import { KitSurroundings } from './kit-surroundings.tsx';
import type { KitSurroundingsProps } from './kit-surroundings.tsx';

export function Providers({ entries, ...kit }: KitSurroundingsProps & { readonly entries: LoadEntries }) {
  const [device] = useState(openDevice);
  return (
    <QueryClientProvider client={queryClient}>
      <DeviceContext value={device}>
        <LanguageProvider>
          <EntriesContext value={entries}>
            <KitSurroundings {...kit} />
          </EntriesContext>
        </LanguageProvider>
      </DeviceContext>
    </QueryClientProvider>
  );
}
