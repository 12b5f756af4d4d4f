/**
 * Makes the database of a test drop or falsify the messages that commands write, as a command with a mistake would. Everything
 * else that the command writes stays as it is.
 */
type Owner = (sql: string) => Promise<unknown>;

/** `keeps` is the row to insert in place of the message, as an expression of `new`; null drops it. */
async function replaceMessages(owner: Owner, keeps: string): Promise<void> {
  await owner(
    `create or replace function test_message() returns trigger language plpgsql as $$ begin ${keeps} end $$`,
  );
  await owner(
    'create or replace trigger test_message before insert on notice for each row execute function test_message()',
  );
}

export const forgetMessages = (owner: Owner): Promise<void> => replaceMessages(owner, 'return null;');

/** Replaces a field of each message by a figure. */
export const falsifyMessages = (owner: Owner, field: string, figure: string): Promise<void> =>
  replaceMessages(
    owner,
    `new.params := (new.params::jsonb || jsonb_build_object('${field}', '${figure}'))::text; return new;`,
  );

export async function keepMessages(owner: Owner): Promise<void> {
  await owner('drop trigger if exists test_message on notice');
}
