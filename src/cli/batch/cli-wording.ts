import { ParleyError } from '../../../packages/sdk/src/client.ts';

/** Maps fields of the API to options of the command line. */
const optionsByField: Readonly<Record<string, string>> = {
  agentId: '--agent',
  flowId: '--flow',
  approval: '--approval',
  messagesPerSecond: '--cps',
  name: '--name',
  outcomes: '--outcomes',
  callsPerSecond: '--cps',
  maxConcurrency: '--max',
  reservedConcurrency: '--reserve',
  'window.timezone': '--timezone',
  'window.days': '--days',
  window: '--window',
  fromNumbers: '--from',
  defaultCountry: '--country',
  dateOrder: '--dates',
  scheduledAt: '--at',
  'retry.on': '--retry-on',
  'retry.delays': '--retry-after',
  retry: '--attempts',
  allowDuplicates: '--allow-duplicates',
  onRecentNumbers: '--skip-recent',
  predialUrl: '--predial',
  predialSecret: '--predial-secret',
  limit: '--rows',
};

/** Maps phrases of API messages to those of the command line. */
const replacements: readonly (readonly [api: string, cli: string])[] = [
  ['; see fields.', '.'],
  [' See fields.', ''],
  ['rows[2] is row 2 of a spreadsheet, the', 'Rows are numbered as in a spreadsheet: row 2 is the'],
  ['Send predialUrl', 'Add --predial'],
  ['Send fromNumbers with others, or [] for the number of the agent', 'Add --from with other numbers'],
  ['Send allowRepeat', 'Add --repeat'],
  ['allowRepeat', '--repeat'],
  ['Send onInvalidRows "skip" to call the others', 'Add --skip-invalid to call the others'],
  ['Send onInvalidRows "skip" to write to the others', 'Add --skip-invalid to write to the others'],
  ['Send onRecentNumbers "call" to call people again', 'Omit --skip-recent to call people again'],
  ['or send dateOrder: mdy for', 'or add --dates: mdy for'],
  ['With dateOrder ', 'With --dates '],
  ['send its header in columns.phone_number', 'add --column phone_number=HEADER'],
  ['send defaultCountry', 'use an option such as --country US'],
];

/** Rewrites a message of the API for the command line. */
export const toCliWording = (sentence: string): string =>
  replacements.reduce((text, [api, cli]) => text.replaceAll(api, cli), sentence);

/** Rewrites an error of the API for the command line. Returns other errors unchanged. */
export function toCliError(error: unknown): unknown {
  if (!(error instanceof ParleyError)) return error;
  const { status, code, requestId, workspaceId, cause } = error;
  const fields = error.fields.map((field) => ({
    ...field,
    path: optionFor(field.path),
    // The path already contains the row.
    message: toCliWording(field.message).replace(/^Row \d+: /, ''),
  }));
  return new ParleyError(toCliWording(error.message), {
    status,
    code,
    requestId,
    workspaceId,
    cause,
    fields,
  });
}

/** Returns `--days` for `window.days[0]`, and `row 3, name` for `rows[3].name`. */
function optionFor(path: string): string {
  const [, row, column] = /^rows\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
  if (row !== undefined) return column === undefined ? `row ${row}` : `row ${row}, ${column}`;
  if (path.startsWith('columns.')) return `--column ${path.slice('columns.'.length)}`;
  const name = Object.keys(optionsByField).find((field) => new RegExp(`^${field}(?![A-Za-z])`).test(path));
  return name === undefined ? path : optionsByField[name]!;
}
