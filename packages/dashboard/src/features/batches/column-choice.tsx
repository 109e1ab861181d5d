import type { BatchReport } from '@parley/sdk/client';
import { Select } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import type { CsvFile, FileColumn } from '../../csv-file.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import { chooseMeaning, ownNameOf, type ColumnChoices } from './file-check.ts';

const words = text.batches.form;

/** The columns as the service reads them. */
interface ReadColumns {
  readonly columns: readonly Pick<BatchReport['columns'][number], 'name' | 'header' | 'role'>[];
  readonly variablesMissing: readonly string[];
}

/** The fixed meanings of columns, by name. */
type Meanings = Readonly<Record<string, string>>;

interface ColumnChoiceProps {
  readonly file: CsvFile;
  /** Undefined until the service has read the columns. */
  readonly report: ReadColumns | undefined;
  readonly meanings: Meanings;
  readonly choices: ColumnChoices;
  readonly onChoices: (choices: ColumnChoices) => void;
}

const headings = [
  [words.column, ''],
  [words.example, 'max-md:hidden'],
  [words.meaning, ''],
] as const;

/** The reading of a column that a file of rejected rows has. */
const ignored = '';

/** What each column of the file means: as the service read it, or as the user chooses. */
export function ColumnChoice({ file, report, meanings, choices, onChoices }: ColumnChoiceProps) {
  const headers = file.columns.map(({ header }) => header);
  const read = (header: string) => {
    // The header of a joined column has the headers of its parts.
    const found = report?.columns.find((column) => column.header.split(', ').includes(header));
    if (found?.role === 'ignored') return ignored;
    return found?.name ?? (Object.hasOwn(meanings, ownNameOf(header)) ? ownNameOf(header) : undefined);
  };
  const variables = [...(report?.variablesMissing ?? []), ...Object.values(choices)];
  const meaningOf = (header: string) => choices[header] || (read(header) ?? '');
  return (
    <Section title={words.columnsTitle}>
      <div className="overflow-x-auto px-4 py-3">
        <p className="pb-2 text-sm text-muted">{words.columnsHint}</p>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-xs text-muted">
              {headings.map(([heading, className]) => (
                <th key={heading} scope="col" className={`py-1 pe-4 text-start font-medium ${className}`}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.columns.map((column) => (
              <ColumnRow
                key={column.header}
                column={column}
                read={read(column.header)}
                meanings={meanings}
                variables={variables}
                choice={choices[column.header] ?? ''}
                onChoice={(name) =>
                  onChoices(chooseMeaning(choices, [column.header, name], { headers, meaningOf }))
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface ColumnRowProps {
  readonly column: FileColumn;
  /** The name with which the service reads the column. */
  readonly read: string | undefined;
  readonly meanings: Meanings;
  /** Variables that the flow needs, and the chosen meanings. */
  readonly variables: readonly string[];
  readonly choice: string;
  readonly onChoice: (name: string) => void;
}

/** Returns the meanings that the user can choose. */
function optionsFor({ read, meanings, variables }: ColumnRowProps): [string, string][] {
  const isVariable = (name: string) => name !== '' && !Object.hasOwn(meanings, name);
  const names = new Set(variables.filter(isVariable));
  const ownVariable = read !== undefined && isVariable(read) ? words.asVariable(read) : words.unread;
  const ownMeaning = read === ignored ? words.ignored : ownVariable;
  return [
    ['', ownMeaning],
    ...optionsOf<string>(meanings),
    ...Array.from(names, (name): [string, string] => [name, words.asVariable(name)]),
  ];
}

function ColumnRow(props: ColumnRowProps) {
  const { column, read, meanings, choice, onChoice } = props;
  const isReserved = read !== undefined && Object.hasOwn(meanings, read);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-48 truncate py-1.5 pe-4 text-start font-medium">
        {column.header}
      </th>
      <td className="max-w-56 truncate py-1.5 pe-4 text-muted max-md:hidden">
        {column.values.find((value) => value !== '')}
      </td>
      <td className="py-1.5">
        <Select
          aria-label={`${words.meaning}: ${column.header}`}
          className="max-w-64"
          value={choice === '' && isReserved ? read : choice}
          onValue={onChoice}
          options={optionsFor(props)}
        />
      </td>
    </tr>
  );
}
