/** Hands the kit what it needs of the app: history, network, hand, toasts. */
import type { ReactNode } from 'react';
import { feel } from '../lib/haptics.ts';
import { worksByTouch } from '../lib/hand.ts';
import { pushOverlay } from '../lib/hash-history.ts';
import { whenIdle } from '../lib/idle.ts';
import { useNetwork } from '../lib/network.ts';
import { showToast } from '../lib/notices.ts';
import { OfflineContext, SurroundingsContext } from '../ui/surroundings.ts';
import type { Surroundings } from '../ui/surroundings.ts';

const surroundings: Surroundings = {
  worksByTouch,
  pushOverlay,
  whenIdle,
  feelKey: () => feel('key'),
  showToast,
};

export function KitSurroundings({ children }: { readonly children: ReactNode }) {
  const offline = useNetwork((network) => network.offline);
  return (
    <SurroundingsContext value={surroundings}>
      <OfflineContext value={offline}>{children}</OfflineContext>
    </SurroundingsContext>
  );
}
