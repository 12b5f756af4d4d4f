/** State that every line of the story needs: open sessions, the objects that earlier lines created, and the current prices. */
import { createHash } from 'node:crypto';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { cast } from './cast.ts';
import { CustomerDoor, OperatorDoor } from './doors.ts';
import type { Addresses } from './doors.ts';
import type { Customer, Distance, OperatorName } from './lines.ts';

/** An object that a line created, and its owner. */
export type Made = { readonly who: Customer; readonly id: string };

/** 100%, in hundredths of a percent. */
const WHOLE = 10_000n;

export class Stage {
  readonly #addresses: Addresses;
  readonly #made: Map<string, Made>;
  readonly #customers = new Map<Customer, Promise<CustomerDoor>>();
  readonly #operators = new Map<OperatorName, Promise<OperatorDoor>>();

  constructor(addresses: Addresses, made: Map<string, Made>) {
    this.#addresses = addresses;
    this.#made = made;
  }

  visitor(): CustomerDoor {
    return new CustomerDoor(this.#addresses);
  }

  /** Returns the customer's session, which is opened by the first line that needs it. */
  customer(who: Customer): Promise<CustomerDoor> {
    const open = async (): Promise<CustomerDoor> => {
      const { password } = cast[who];
      return this.#entered(await this.visitor().ask('POST user/login', { account: who, password }));
    };
    return kept(this.#customers, who, open);
  }

  /** Stores the session of a customer who has just registered. */
  enter(who: Customer, token: string): void {
    this.#customers.set(who, Promise.resolve(this.#entered(token)));
  }

  #entered(token: string): CustomerDoor {
    return new CustomerDoor(this.#addresses, token);
  }

  operator(who: OperatorName): Promise<OperatorDoor> {
    return kept(this.#operators, who, () => OperatorDoor.open(this.#addresses, who));
  }

  async idOf(who: Customer): Promise<string> {
    return (await (await this.customer(who)).ask('GET user/info', {})).id;
  }

  made(name: string): Made {
    const found = this.#made.get(name);
    if (found === undefined) throw new Error(`expected an earlier line to have made "${name}", found none`);
    return found;
  }

  /** Returns the price at a distance from the newest price, rounded down to a tick. */
  async priceAt(symbol: string, distance: Distance): Promise<string> {
    const rows = await this.visitor().ask('GET currency/quotation_new', {});
    const row = rows.find((one) => one.symbol === symbol);
    if (row === undefined) throw new Error(`expected a quote of ${symbol}, found none`);
    const tick = amount(row.tick_size);
    const moved = (amount(row.last) * (WHOLE + BigInt(Math.round(Number(distance) * 100)))) / WHOLE;
    return formatAmount(moved - (moved % tick));
  }

  /** Ends every session of the story. */
  async leave(): Promise<void> {
    const customers = await Promise.allSettled(this.#customers.values());
    const operators = await Promise.allSettled(this.#operators.values());
    await Promise.allSettled([
      ...customers.map(async (door) => door.status === 'fulfilled' && door.value.ask('POST user/logout', {})),
      ...operators.map(async (door) => door.status === 'fulfilled' && door.value.ask('POST logout', {})),
    ]);
  }
}

/**
 * A payment reference in the form that a chain or a bank would issue. It is derived from the name, so a replay gets the same
 * one.
 */
export function paymentReference(name: string): string {
  return createHash('sha256').update(`candor story ${name}`).digest('hex');
}

/** An id in the form of a UUID, derived from the name, so that a repeated message is sent once. */
export function clientId(name: string): string {
  const hex = paymentReference(name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function kept<Key, Door>(
  doors: Map<Key, Promise<Door>>,
  key: Key,
  open: () => Promise<Door>,
): Promise<Door> {
  const opening = doors.get(key) ?? open();
  doors.set(key, opening);
  return opening.catch((error: unknown) => {
    doors.delete(key);
    throw error;
  });
}
