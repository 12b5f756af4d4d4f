/** For tests: makes the disk appear full to one table, with PostgreSQL's error. */
import pg from 'pg';

/** Every insert into the table fails until the work is done. */
export async function whileDiskIsFull<Result>(
  ownerUrl: string,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
    await owner.query(
      `create trigger full_disk before insert on ${table} for each row execute function full_disk()`,
    );
    return await work();
  } finally {
    await owner.query(`drop trigger full_disk on ${table}; drop function full_disk()`);
    await owner.end();
  }
}
