/** Test fixture for the chat: a server with two operators who answer, customers, visitors, and connected consoles. */
import { randomUUID } from 'node:crypto';
import { listenAtConsole, openChatLine } from '@candor/testing/chat-line.ts';
import type { ChatLine, ConsoleEar, Speaker } from '@candor/testing/chat-line.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { join } from '@candor/testing/front-door.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../../db/pool.ts';
import type { Pool } from '../../../db/pool.ts';
import { verifyAudit } from '../../../operators/audit.ts';

export type Scene = {
  readonly server: WholeServer;
  readonly pool: Pool;
  readonly sam: ConsoleLine;
  readonly rosa: ConsoleLine;
  /** Creates a customer or visitor, whose device is connected unless the options say otherwise. */
  line(speaker?: Speaker, options?: { readonly connected?: boolean }): Promise<ChatLine>;
  ear(by: ConsoleLine): Promise<ConsoleEar>;
  /** Returns the id of the conversation that contains this message. */
  idOf(text: string): Promise<string>;
  hangUp(): void;
  /** Stops everything. Returns the audit log's violation, if any, and the failures that the server logged. */
  end(): Promise<{ readonly violation: unknown; readonly failed: readonly string[] }>;
};

export async function openScene(): Promise<Scene> {
  const server = await openWholeServer();
  const pool = createPool(server.url, { max: 4 });
  const sam = await openConsoleLine(server, 'sam');
  const rosa = await openConsoleLine(server, 'rosa');
  const listening: (() => void)[] = [];
  let joined = 0;
  return {
    ...{ server, pool, sam, rosa },
    line: async (speaker, { connected = true } = {}) => {
      joined += 1;
      const who = speaker ?? { token: (await join(server.origin, `asker${joined}`)).token };
      const opened = openChatLine(server.origin, who);
      listening.push(opened.disconnect);
      if (connected) await opened.connect();
      return opened;
    },
    ear: async (by) => {
      const opened = await listenAtConsole(server.origin, by.token);
      listening.push(opened.close);
      return opened;
    },
    idOf: async (text) => {
      const { items } = await sam.done('GET chat_inbox', { q: text.slice(0, 60) });
      const id = items[0]?.id;
      if (id === undefined) throw new Error(`no message found with text ${text}`);
      return id;
    },
    hangUp: () => {
      for (const close of listening.splice(0)) close();
    },
    end: async () => {
      const { violation } = await verifyAudit(pool);
      await pool.end();
      await server.stop();
      return { violation, failed: server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text)) };
    },
  };
}

export const soon = { timeout: 5000, interval: 10 };

export const take = (by: ConsoleLine, id: string) => by.done('POST chat_assign', { id, from: null });
export const reply = (by: ConsoleLine, id: string, text: string) =>
  by.done('POST chat_reply', { id, client_id: randomUUID(), text });

export const codeOf = ({ body }: { body: { type: string } }) =>
  body.type === 'ok' ? 'ok' : (body as unknown as { error: string }).error;
