import { csvRecord, escapeFormula } from '../../domain/batches/csv-text.ts';
import { csvResponse } from '../csv-export.ts';
import type { BinaryResponse } from '../http/binary-response.ts';

interface Series {
  readonly series: readonly object[];
}

interface Analytics extends Series {
  readonly groupBy: string;
  readonly previous: Series | null;
  readonly groups: readonly (Series & { readonly id: string | null; readonly name: string | null })[];
}

/**
 * Returns the series as a file with one record per interval, and per group if there are groups. Records of the previous period follow, with `period`
 * `previous`; they exist without groups only.
 */
export function analyticsCsv(name: string, { groupBy, series, previous, groups }: Analytics): BinaryResponse {
  const records =
    groupBy === 'none'
      ? [
          ...series.map((point) => ({ period: 'current', ...point })),
          ...(previous?.series ?? []).map((point) => ({ period: 'previous', ...point })),
        ]
      : groups.flatMap(({ id, name: title, series: points }) =>
          points.map((point) => ({ [groupBy]: id, name: title, ...point })),
        );
  const cells = records.map((record) => cellsOf(record));
  const columns = [...new Set(cells.flatMap((record) => [...record.keys()]))];
  const lines = [
    csvRecord(columns),
    ...cells.map((record) => csvRecord(columns.map((column) => record.get(column) ?? null))),
  ];
  return csvResponse(name, lines);
}

/** Returns the values by column. Values of objects have the name of the object before their own: `latency_own_p50_ms`. */
function cellsOf(record: object, prefix = ''): Map<string, string | number | null> {
  const cells = new Map<string, string | number | null>();
  for (const [key, value] of Object.entries(record) as [
    string,
    string | number | boolean | object | null,
  ][]) {
    const column = prefix + key.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (typeof value === 'object' && value !== null)
      for (const [name, cell] of cellsOf(value, `${column}_`)) cells.set(name, cell);
    else if (typeof value === 'string') cells.set(column, escapeFormula(value));
    else cells.set(column, typeof value === 'boolean' ? String(value) : value);
  }
  return cells;
}
