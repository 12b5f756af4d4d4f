/** Reserves the space of the first steps until they are loaded. */
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A placeholder as high as the card. */
export function FirstStepsPlace() {
  return (
    <Section>
      <Skeleton className="h-28 wide:h-[296px]" />
    </Section>
  );
}
