/** What every screen may ask for: the chosen language, the query cache and what the kit needs of the app. */
import { QueryClientProvider } from '@tanstack/react-query';
import { LanguageProvider } from '../i18n/provider.tsx';
import { queryClient } from '../lib/api.ts';
import { KitSurroundings } from './kit-surroundings.tsx';
import type { KitSurroundingsProps } from './kit-surroundings.tsx';

export function Providers(props: KitSurroundingsProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <KitSurroundings {...props} />
      </LanguageProvider>
    </QueryClientProvider>
  );
}
