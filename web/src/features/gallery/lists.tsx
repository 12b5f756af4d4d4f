/** Lists with rows, and their loading, empty and error states. */
import { FileText, Inbox } from 'lucide-react';
import { useState } from 'react';
import { ArticleRow } from '../../parts/article-row.tsx';
import { ChoiceRows } from '../../ui/choice-rows.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { SwitchLine } from '../../ui/switch-line.tsx';
import { InFlight } from '../../ui/in-flight.tsx';

const nothing = (): void => undefined;
const items = ['First', 'Second'] as const;
const query = { isError: false, error: null, refetch: () => Promise.resolve() };
const DAY_S = 1_790_000_000;
const article = `Text with **weight** and a [link](#/pages/news/dc).

| Exit | Up | Down |
|---|---|---|
| above | won | lost |

> A remark.`;

const choices = [
  { value: 'first', label: 'First' },
  { value: 'second', label: 'Second' },
] as const;

function Choices() {
  const [chosen, setChosen] = useState<(typeof choices)[number]['value']>('first');
  const [isOn, setOn] = useState(true);
  return (
    <Section title="Choices in rows">
      <ChoiceRows label="One of two" rows={choices} value={chosen} onChoose={setChosen} />
      <div className="px-4 py-2">
        <SwitchLine label="On or off" on={isOn} onChange={setOn} />
      </div>
    </Section>
  );
}

export function Lists() {
  return (
    <>
      <Choices />
      <Section title="Lists">
        <ListRow start={<MenuIcon icon={FileText} />} title="Opens a page" href="/pages/news/dc" />
        <ListRow
          start={<MenuIcon icon={FileText} />}
          title="Says more"
          subtitle="In a second line that may be long enough to be cut off"
          end="1,234.56"
          endSubtitle="USDT"
        />
        <ItemList query={query} items={items} nothing={{ icon: Inbox, title: 'Nothing' }}>
          {(item) => <ListRow key={item} title={item} />}
        </ItemList>
      </Section>
      <Section title="While there is nothing">
        <SkeletonRows count={2} />
        <EmptyState icon={Inbox} title="No orders yet" text="What you buy or sell appears here." />
        <ErrorState error={new Error('network')} onRetry={nothing} />
      </Section>
      <Section title="Articles">
        <ArticleRow id="example" title="A piece of news" time={DAY_S} picture={null} reading_minutes={2} />
        <div className="p-4">
          <Markdown text={article} />
        </div>
      </Section>
      <InFlight title="Order 7" open={false} oneAtATime="" another="Look at another" onDismiss={nothing}>
        <p className="py-4">What is under way, and then its end.</p>
      </InFlight>
    </>
  );
}
