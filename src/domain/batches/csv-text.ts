const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** One record of RFC 4180, with its line end. */
export function csvRecord(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) => {
    const text = cell === null ? '' : String(cell);
    return /[",;\t\r\n]|^$/.test(text) && text !== '' ? quoted(text) : text;
  });
  return `${texts.join(',')}\r\n`;
}

/** A text that no spreadsheet takes for a formula: what begins like one is preceded by an apostrophe. */
export const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

type Value = string | number | boolean | null;

/** Rows as the file that would say the same. Every cell is in quotes, so that no row is an empty line. */
export function rowsAsCsv(rows: readonly Readonly<Record<string, Value>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const spell = (values: readonly (Value | undefined)[]) =>
    values.map((value) => quoted(String(value ?? ''))).join(',');
  return [spell(names), ...rows.map((row) => spell(names.map((name) => row[name])))].join('\n');
}
