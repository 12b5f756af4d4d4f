/** Fields: empty, filled, invalid and with hints. */
import { useState } from 'react';
import { AmountField } from '../../parts/amount-field.tsx';
import { BigAmount } from '../../parts/big-amount.tsx';
import { CostLine } from '../../parts/cost-line.tsx';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { OrderHeadline } from '../../parts/order-headline.tsx';
import { SizeShares } from '../../parts/size-shares.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { PasscodePad } from '../../ui/passcode-pad.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PercentSlider } from '../../ui/percent-slider.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SentCodeField } from '../../ui/sent-code-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

const nothing = (): void => undefined;
const countries = [
  { value: 'HK', label: 'Hong Kong' },
  { value: 'VN', label: 'Vietnam' },
] as const;
const orderTypes = [
  { value: 'market', label: 'Market', note: 'Fills immediately.' },
  { value: 'limit', label: 'Limit', note: 'Waits for a price.' },
] as const;

function Texts() {
  const [search, setSearch] = useState('');
  const [country, setCountry] = useState<string>('HK');
  return (
    <>
      <SearchField label="Search" value={search} onChange={setSearch} />
      <TextField label="At rest" />
      <TextField label="With help" hint="As on your passport." defaultValue="Lena" />
      <TextField
        label="Wrong"
        error="Enter an e-mail address, such as lena@example.com."
        defaultValue="lena@"
      />
      <PasswordField label="Password" defaultValue="Demo-lena-1" />
      <NewPasswordFields
        label="New password"
        bind={(field) => ({
          value: field === 'password' ? 'correct horse' : '',
          error: undefined,
          onChange: nothing,
        })}
      />
      <SelectField
        label="Country"
        placeholder="Choose a country"
        options={countries}
        value={country}
        onSelect={setCountry}
      />
      <SentCodeField
        value=""
        error={undefined}
        onChange={nothing}
        busy={false}
        send={() => Promise.resolve(undefined)}
        sentText={() => 'Sent'}
      />
    </>
  );
}

function Amounts() {
  const [amount, setAmount] = useState('1234.5');
  const [price, setPrice] = useState('64258.73');
  const [size, setSize] = useState('1250.5');
  const [type, setType] = useState<string>('market');
  const [percent, setPercent] = useState(25);
  const [code, setCode] = useState('123');
  return (
    <>
      <AmountField label="Amount" value={amount} onChange={setAmount} decimals={2} unit="USDT" />
      <AmountField
        label="Price"
        value={price}
        onChange={setPrice}
        decimals={2}
        step="0.01"
        error="A limit sell cannot stand below the price of now."
      />
      <BigAmount
        label="Amount to spend"
        value={size}
        onChange={setSize}
        decimals={2}
        unit="USDT"
        hint="Large, because the ticket is about it."
      />
      <SizeShares label="% of available balance" onChoose={(share) => setSize(String(share))} />
      <ChoiceMenu label="Order type" options={orderTypes} value={type} onSelect={setType} />
      <CostLine
        figures={[
          { name: 'You’ll get', value: '0.0194 BTC' },
          { name: 'Fee 0.1%', value: '1.25 USDT' },
        ]}
      >
        <FactRow name="You pay">1,250.00 USDT</FactRow>
      </CostLine>
      <OrderHeadline value={1_940_000n} unit="BTC" />
      <PercentSlider label="Part of the balance" percent={percent} onChange={setPercent} />
      <PasscodePad label="Trading password" value={code} onChange={setCode} onComplete={nothing} />
    </>
  );
}

export function Fields() {
  return (
    <Section title="Fields">
      <div className="space-y-4 p-4">
        <Texts />
        <Amounts />
      </div>
    </Section>
  );
}
