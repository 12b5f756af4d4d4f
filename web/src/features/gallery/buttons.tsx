/** Buttons of every kind, chips, tabs and choices. */
import { Bell, Star } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceGrid } from '../../ui/choice-grid.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SubmitBar, ThumbBar } from '../../parts/submit-bar.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';

const kinds = ['primary', 'secondary', 'quiet', 'danger', 'up', 'down'] as const;
const tabs = [
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Completed' },
] as const;
const sides = [
  { value: 'buy', label: 'Buy', tone: 'up' },
  { value: 'sell', label: 'Sell', tone: 'down' },
] as const;
const coins = ['BTC', 'ETH', 'USDT', 'EUR/USD'] as const;
const nothing = (): void => undefined;

function Choices() {
  const [tab, setTab] = useState<'open' | 'done'>('open');
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [coin, setCoin] = useState<string>('BTC');
  return (
    <>
      <TabStrip label="Tabs" tabs={tabs} value={tab} onChange={setTab} />
      <Segmented label="Side" options={sides} value={side} onChange={setSide} />
      <ChoiceGrid
        label="Coin"
        columns={2}
        choices={coins.map((value) => ({ value, label: value, mark: <CoinMark of={value} size={24} /> }))}
        value={coin}
        onChoose={setCoin}
      />
      <div className="flex gap-2">
        <Chip selected onPress={nothing}>
          On
        </Chip>
        <Chip selected={false} onPress={nothing}>
          Off
        </Chip>
        <Chip onPress={nothing}>All</Chip>
        <ChipChoice
          label="Chips"
          className="flex gap-1"
          options={coins.map((value) => ({ value, label: value }))}
          value={coin}
          onChange={setCoin}
        />
      </div>
    </>
  );
}

export function Buttons() {
  return (
    <Section title="Buttons and choices">
      <div className="space-y-4 p-4">
        <div className="flex flex-wrap gap-2">
          {kinds.map((kind) => (
            <Button key={kind} kind={kind}>
              {kind}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button small>Small</Button>
          <Button busy>Busy</Button>
          <Button reason="Enter an amount">Buy</Button>
          <Button blocked>Blocked</Button>
        </div>
        <div className="flex">
          <IconButton icon={Bell} label="Messages" />
          <IconButton icon={Star} label="Favourite" filled className="text-accent" />
          <CopyButton text="copied" label="Copy" />
        </div>
        <Choices />
        <ThumbBar>
          <Button block>Within reach of the thumb</Button>
        </ThumbBar>
        <SubmitBar label="Buy BTC" kind="up" reason={undefined} notice={undefined} onSubmit={nothing} />
      </div>
    </Section>
  );
}
