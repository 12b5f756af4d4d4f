/** Positions as an audit selects them, on another path than guards and rules. */

/** Units of the base currency in a quantity of 1 of a row: on another path than the function that the guards ask. */
export function contractSizeOf(row: string): string {
  return `case when ${row}.product = 'contract' then 1 when ${row}.symbol = 'XAU/USD' then 100
    when ${row}.symbol = 'XAG/USD' then 5000 else 100000 end`;
}

/** The closings of positions, a row each. */
export const CLOSINGS = `select p.book, p.id, p.symbol, p.side, c.quantity, c.price, c.tape_seq, c.pnl, c.fee, c.financing,
    c.shortfall, c.owed, c."offset", c.charge, c.journal_seq
  from position p, jsonb_to_recordset(p.closes) as c (quantity numeric, price numeric, tape_seq bigint, pnl numeric,
    fee numeric, financing numeric, shortfall numeric, owed numeric, "offset" numeric, charge numeric, journal_seq bigint)`;
