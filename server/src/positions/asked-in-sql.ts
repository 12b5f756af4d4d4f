/** SQL by which the audit selects positions, independently of the database's guards and of the rules. */

/** Returns SQL for the units of base currency per unit of a row's quantity, without the function that the guards use. */
export function contractSizeOf(row: string): string {
  return `case when ${row}.product = 'contract' then 1 when ${row}.symbol = 'XAU/USD' then 100
    when ${row}.symbol = 'XAG/USD' then 5000 else 100000 end`;
}

/** Selects the closings of all positions, one per row. */
export const CLOSINGS = `select p.book, p.id, p.symbol, p.side, c.quantity, c.price, c.tape_seq, c.pnl, c.fee, c.financing,
    c.shortfall, c.owed, c."offset", c.charge, c.journal_seq
  from position p, jsonb_to_recordset(p.closes) as c (quantity numeric, price numeric, tape_seq bigint, pnl numeric,
    fee numeric, financing numeric, shortfall numeric, owed numeric, "offset" numeric, charge numeric, journal_seq bigint)`;
