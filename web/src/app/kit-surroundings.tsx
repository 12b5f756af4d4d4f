/** Provides the kit with the app's haptics, history, network state and toasts. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { feel } from '../lib/haptics.ts';
import { pushOverlay } from '../lib/hash-history.ts';
import { whenIdle } from '../lib/idle.ts';
import { useNetwork } from '../lib/network.ts';
import { useToasts } from '../lib/notices.ts';
import { OfflineContext, SurroundingsContext, emptyMemory } from '../ui/surroundings.ts';
import type { Surroundings } from '../ui/surroundings.ts';

export type KitSurroundingsProps = {
  readonly worksByTouch: () => boolean;
  readonly children: ReactNode;
};

export function KitSurroundings({ worksByTouch, children }: KitSurroundingsProps) {
  const { showToast } = useToasts();
  const offline = useNetwork((network) => network.offline);
  const [surroundings] = useState<Surroundings>(() => ({
    memory: emptyMemory(),
    worksByTouch,
    pushOverlay,
    whenIdle,
    feelKey: () => feel('key'),
    showToast,
  }));
  return (
    <SurroundingsContext value={surroundings}>
      <OfflineContext value={offline}>{children}</OfflineContext>
    </SurroundingsContext>
  );
}
