/** Returns for example `1 row` or `2 rows`. */
export const rowsText = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;
