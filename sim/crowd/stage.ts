/** The people of a simulated day, before it begins: customers with sessions and play money, and operators at their consoles. */
import sharp from 'sharp';
import type { Chance } from '../chance/chance.ts';
import { demoCustomers } from '../../server/src/features/demo/seed.ts';
import { Operator } from './operator.ts';
import { Person } from './person.ts';
import type { Scene } from './person.ts';

const BOUNDARY = 'candor-simulation';
const VOUCHERS = 12;
const OPERATORS = ['rosa', 'theo', 'ada', 'ines'] as const;
export type OperatorName = (typeof OPERATORS)[number];

export type Stage = {
  readonly scene: Scene;
  readonly people: ReadonlyMap<string, Person>;
  readonly operators: Readonly<Record<OperatorName, Operator>>;
};

export function personOf({ people }: Stage, who: string): Person {
  const found = people.get(who);
  if (found === undefined) throw new Error(`expected ${who} to be in the simulation, found nobody`);
  return found;
}

export async function setStage(
  scene: Scene,
  { names, chance }: { readonly names: readonly string[]; readonly chance: Chance },
): Promise<Stage> {
  const people = new Map<string, Person>();
  for (const [at, who] of names.entries()) {
    const person = new Person(who, scene, `10.0.${at}.1`);
    await enter(person, scene);
    people.set(who, person);
  }
  const lena = people.get('lena');
  if (lena !== undefined) await prepareMoney(lena, chance);
  const operators = {} as Record<OperatorName, Operator>;
  for (const [at, account] of OPERATORS.entries()) {
    operators[account] = new Operator(account, scene, `10.1.${at}.1`);
    await operators[account].enter();
  }
  return { scene, people, operators };
}

/** Logs in as an example customer, or registers. */
async function enter(person: Person, { life }: Scene): Promise<void> {
  const { who } = person;
  const example = demoCustomers.find(({ account }) => account === who);
  if (example !== undefined) {
    await person.enter('POST user/login', { account: who, password: example.password });
    return;
  }
  const email = `${who}@sim.example`;
  const mailed = await life.ask('customers', 'POST sms_mail', { fields: { email, purpose: 'register' } });
  const { code } = mailed.message as { readonly code: string };
  const password = `Sim-${who}-7x`;
  await person.enter('POST user/register', {
    ...{ account: who, email, password, re_password: password, code },
    ...{ invite_code: 'CANDOR', birth_date: '1990-01-01' },
  });
}

/** Uploads vouchers, whose images other threads encode, and saves an address, so that neither is needed during the day. */
async function prepareMoney(person: Person, chance: Chance): Promise<void> {
  const from = chance.integer(0, 200);
  for (let at = 0; at < VOUCHERS; at += 1) {
    const background = { r: 200 + at, g: from, b: 120 };
    const picture = await sharp({ create: { width: 40 + at, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
    const deed = await person.sends(-1, 'POST upload', {}, { raw: formOf(picture), headers: FORM });
    person.vouchers.push((deed.message as { readonly id: string }).id);
  }
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const fields = { network: 'tron', address, label: 'mine', current_password: 'Demo-lena-1' };
  const saved = await person.sends(-1, 'POST wallet/address_add', fields, { key: 'address' });
  person.address = (saved.message as { readonly id: string }).id;
}

export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export function formOf(picture: Buffer): Buffer {
  const head = (name: string, more: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${head('purpose', '')}voucher\r\n`),
    Buffer.from(head('file', '; filename="voucher.png"\r\nContent-Type: image/png')),
    picture,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
