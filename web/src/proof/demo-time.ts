/** The steps of a demo's time, by which the platform dates what witnesses and this device date by the real time. */
import { RefusedError } from '@candor/client/answers.ts';
import type { ClockStep } from '@candor/verifier/house-time.ts';
import type { Api } from '../lib/api.ts';

/** Empty on a live platform, whose time is the real one. */
export async function demoSteps(api: Api['api']): Promise<readonly ClockStep[]> {
  const answer = await api('GET demo', {}, { quiet: true });
  if (answer.type === 'ok')
    return answer.message.clock_steps.map((step) => ({ wallMs: step.wall_ms, aheadMs: step.ahead_ms }));
  if (answer.error === 'not_found') return [];
  throw new RefusedError(answer);
}
