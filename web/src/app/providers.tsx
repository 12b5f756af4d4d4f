/**
 * The contexts that every screen may use: the app's state, the chosen language, the query cache, the device's settings, the
 * features' menu entries and the kit's surroundings.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { AppStateContext } from '@candor/client/app-state.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { LanguageProvider } from '../i18n/provider.tsx';
import { createQueryClient } from '../lib/api.ts';
import { DeviceContext, openDevice } from '../lib/device.ts';
import { EntriesContext } from '../platform/entries.ts';
import type { LoadEntries } from '../platform/entries.ts';
import { KitSurroundings } from './kit-surroundings.tsx';
import type { KitSurroundingsProps } from './kit-surroundings.tsx';

type ProvidersProps = KitSurroundingsProps & { readonly app: AppState; readonly entries: LoadEntries };

export function Providers({ app, entries, ...kit }: ProvidersProps) {
  const [device] = useState(openDevice);
  return (
    <AppStateContext value={app}>
      <QueryClientProvider client={app.of(createQueryClient)}>
        <DeviceContext value={device}>
          <LanguageProvider>
            <EntriesContext value={entries}>
              <KitSurroundings {...kit} />
            </EntriesContext>
          </LanguageProvider>
        </DeviceContext>
      </QueryClientProvider>
    </AppStateContext>
  );
}
