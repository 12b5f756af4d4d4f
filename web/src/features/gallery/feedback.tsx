/** Controls that report the progress or the result of an action. */
import { useToasts } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { InFlight } from '../../ui/in-flight.tsx';

export function Feedback() {
  const { showToast } = useToasts();
  return (
    <>
      <Section title="Feedback">
        <div className="space-y-4 p-4">
          <Notice title="Under review" text="Usually decided within a day." />
          <StrengthMeter strength="strong" />
          <div className="flex items-center gap-3">
            <Spinner />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button kind="secondary" small onClick={() => showToast('Saved', 'good')}>
              Good toast
            </Button>
            <Button kind="secondary" small onClick={() => showToast('The balance is too small.', 'bad')}>
              Bad toast
            </Button>
          </div>
        </div>
        <Timeline
          steps={[
            { title: 'Asked for', state: 'done' },
            { title: 'Under review', state: 'now' },
            { title: 'Paid', state: 'next' },
          ]}
        />
      </Section>
      <InFlight
        title="Your deposit"
        open
        oneAtATime="One at a time."
        another="Another"
        onDismiss={() => undefined}
      >
        <p className="py-4">What is under way stands here.</p>
      </InFlight>
    </>
  );
}
