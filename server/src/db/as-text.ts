/** Reads every column as the text that PostgreSQL wrote, for queries whose rows are handed on as they are. */
export const asText = { getTypeParser: () => (value: string) => value };
