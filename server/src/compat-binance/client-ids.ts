/**
 * The names that programs give their orders. They are remembered in this process only, for the newest orders; an order whose name
 * is forgotten is named by its number, which is always accepted.
 */
const REMEMBERED_MAX = 50_000;
const NUMBERED = /^candor-(\d{1,18})$/;

export class ClientIds {
  readonly #names = new Map<string, string>();
  readonly #orders = new Map<string, string>();

  remember(customer: bigint, order: string, name: string): void {
    const [byOrder, byName] = [`${customer} ${order}`, `${customer} ${name}`];
    this.#names.set(byOrder, name);
    this.#orders.set(byName, order);
    if (this.#names.size > REMEMBERED_MAX) dropOldest(this.#names);
    if (this.#orders.size > REMEMBERED_MAX) dropOldest(this.#orders);
  }

  nameOf(customer: bigint, order: string): string {
    return this.#names.get(`${customer} ${order}`) ?? `candor-${order}`;
  }

  orderOf(customer: bigint, name: string): string | undefined {
    return this.#orders.get(`${customer} ${name}`) ?? NUMBERED.exec(name)?.[1];
  }
}

function dropOldest(map: Map<string, string>): void {
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
