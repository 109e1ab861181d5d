/** Formats rows as aligned columns below their headings. Returns an empty list if there are no rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const lines = [headings, ...rows];
  const widths = headings.map((_, index) => Math.max(...lines.map((row) => row[index]!.length)));
  return lines.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
}
