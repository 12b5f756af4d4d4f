/** Reads every column as the text that PostgreSQL sent, for queries whose rows are passed on without conversion. */
export const asText = { getTypeParser: () => (value: string) => value };
