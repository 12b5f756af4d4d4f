/**
 * One platform of two servers in this process, whose connections lead through a gate: the left one leads the market, the right one
 * only answers. A customer and operators use both.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import type { Urls } from '../database/simulated-database.ts';
import { Chronicle } from '../crowd/chronicle.ts';
import { Operator } from '../crowd/operator.ts';
import { FORM, formOf } from '../crowd/stage.ts';
import { Life } from '../life/life.ts';
import { INSTRUMENTS } from '../market/generated-market.ts';
import type { Answer, Asked, World } from '../world/world.ts';
import { loadServer, openWorld } from '../world/world.ts';
import type { Account } from './commands.ts';
import { Gate } from './gate.ts';
import type { Side } from './order.ts';

const SIDES = ['left', 'right'] as const;
const QUOTES_EVERY_MS = 300;
const AUTHENTICATOR_STEP_MS = 30_000;
/** A price below the level of the resting purchase. */
const LOW = 63_990;
/** Refusals of the moment, after which a client asks again with the same key. */
const NOT_NOW = new Set([
  'busy',
  'too_many_requests',
  'try_again',
  'no_answer',
  'withdrawals_paused',
  'paused',
]);
const [AGAIN_AFTER_MS, AGAIN_TIMES] = [60, 40];

/** A call for several products answers for each, and may have been too busy for one. */
const isBusyInPart = ({ message }: Answer): boolean =>
  JSON.stringify(message ?? '').includes('"refusal":"busy"');

const OPERATORS = ['rosa', 'ines'] as const;
export type OperatorName = (typeof OPERATORS)[number];

export class Platform {
  readonly gate: Gate;
  readonly control: pg.Client;
  readonly #folder: string;
  readonly #urls: Urls;
  /** What the servers reported. */
  readonly lines: string[] = [];
  #worlds!: Readonly<Record<Side, World>>;
  #server!: Awaited<ReturnType<typeof loadServer>>;
  #operators = new Map<string, Operator>();
  #token = '';
  #device: string | undefined;
  #calls = 0;
  #pictures = 0;
  #isLow = false;
  #timer: NodeJS.Timeout | undefined;
  account!: Account;

  constructor(urls: Urls, folder: string) {
    this.#urls = urls;
    this.#folder = folder;
    this.gate = new Gate(Number(new URL(urls.ownerUrl).port));
    this.control = new pg.Client({ connectionString: urls.ownerUrl });
  }

  async open(): Promise<void> {
    await this.control.connect();
    this.gate.takeConnections();
    this.#server = await loadServer();
    const left = await this.#world('left');
    this.#worlds = { left, right: await this.#world('right') };
    this.#quote();
    this.#timer = setInterval(() => this.#quote(), QUOTES_EVERY_MS);
    await this.#enter();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worlds.right.stop();
    await this.#worlds.left.stop();
    await this.control.end();
  }

  async breaches(): Promise<readonly string[]> {
    const found = await this.#server.breaches(this.control);
    return found.map(({ invariant, detail }) => `the invariant ${invariant} is broken: ${detail}`);
  }

  /** A customer's call at a server. A refusal of the moment is repeated with the same key, as clients do. */
  async ask(side: Side, name: string, asked: Asked): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      this.#calls += 1;
      // Each call has an address of its own, because many from one address have to wait.
      const from = `10.${this.#calls & 255}.${(this.#calls >> 8) & 255}.${(this.#calls >> 16) + 1}`;
      const own = { token: this.#token, device: this.#device, from, headers: { 'accept-language': 'en' } };
      const heard = await this.#worlds[side].call(name, { ...own, ...asked });
      if (!(NOT_NOW.has(heard.error ?? '') || isBusyInPart(heard)) || tries > AGAIN_TIMES) return heard;
      await delay(AGAIN_AFTER_MS);
    }
  }

  /** A call that must succeed. */
  async done(name: string, asked: Asked): Promise<unknown> {
    const heard = await this.ask('left', name, asked);
    if (heard.type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(heard)}`);
    return heard.message;
  }

  operator(side: Side, name: OperatorName): Operator {
    const found = this.#operators.get(`${side} ${name}`);
    if (found === undefined) throw new Error(`expected an operator ${name}, found nobody`);
    return found;
  }

  /** Lets the price fall below the resting purchase, or return. Resolves once the tape has it. */
  async price(how: 'low' | 'usual'): Promise<void> {
    this.#isLow = how === 'low';
    for (;;) {
      this.#quote();
      const { rows } = await this.control.query<{ low: boolean }>({
        name: 'price',
        text: `select last < 64000 as low from tape_head where symbol = 'BTC/USDT'`,
      });
      if (rows[0]?.low === this.#isLow) return;
      await delay(10);
    }
  }

  async #world(side: Side): Promise<World> {
    const log = (text: string): void => void this.lines.push(`${side}: ${text}`);
    const urls = Object.fromEntries(
      Object.entries(this.#urls).map(([key, url]) => [key, `${url}?application_name=${side}`]),
    ) as Urls;
    const role = side === 'left' ? 'all' : 'api';
    return openWorld(this.#server, { urls, dataFolder: this.#folder, log, role });
  }

  /** The same prices again and again, so that what a trade makes does not depend on when it happens. */
  #quote(): void {
    const quotes = INSTRUMENTS.map(({ symbol, price, spread, tick }) => {
      const digits = tick === 0.01 ? 2 : 5;
      const bid = symbol === 'BTC/USDT' && this.#isLow ? LOW : price;
      return { symbol, bid: bid.toFixed(digits), ask: (bid + spread).toFixed(digits), time_ms: Date.now() };
    });
    this.#worlds.left.feed.send(JSON.stringify(quotes));
  }

  async #enter(): Promise<void> {
    const login = await this.#worlds.left.call('POST user/login', {
      fields: { account: 'lena', password: 'Demo-lena-1' },
    });
    if (login.type !== 'ok') throw new Error(`the customer could not log in: ${JSON.stringify(login)}`);
    this.#token = login.message as string;
    this.#device = login.device;
    const { id } = (await this.done('GET user/info', {})) as { readonly id: string };
    const added = { network: 'tron', address: ADDRESS, label: 'mine', current_password: 'Demo-lena-1' };
    const saved = (await this.done('POST wallet/address_add', { fields: added })) as { readonly id: string };
    this.account = {
      ...{ id, address: saved.id },
      ask: (name, fields) => this.done(name, { fields }),
      voucher: () => this.#voucher(),
    };
    for (const side of SIDES) for (const name of OPERATORS) await this.#hire(side, name);
  }

  async #hire(side: Side, name: OperatorName): Promise<void> {
    const life = new Life();
    life.begin(this.#worlds[side]);
    const scene = {
      ...{ life, chronicle: new Chronicle() },
      // A code of the authenticator can be used once, so the second server gets the next one.
      now: () => Date.now() + SIDES.indexOf(side) * AUTHENTICATOR_STEP_MS,
      agenda: { pause: (ms: number) => delay(Math.min(ms, AGAIN_AFTER_MS)) },
    };
    const operator = new Operator(name, scene, `10.255.${SIDES.indexOf(side)}.${OPERATORS.indexOf(name)}`);
    this.#operators.set(`${side} ${name}`, operator);
    await operator.enter();
  }

  async #voucher(): Promise<string> {
    this.#pictures += 1;
    const [r, g] = [this.#pictures & 255, this.#pictures >> 8];
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: { r, g, b: 9 } },
    })
      .png()
      .toBuffer();
    const uploaded = await this.done('POST upload', { raw: formOf(picture), headers: FORM });
    return (uploaded as { readonly id: string }).id;
  }
}

export const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
export const referenceOf = (text: string): string => createHash('sha256').update(text).digest('hex');
