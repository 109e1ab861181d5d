import { Select } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import type { CsvFile } from '../../csv-file.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import type { ColumnChoices } from './file-check.ts';

const words = text.batches.form;

/** The columns as the service reads them. */
interface ReadColumns {
  readonly columns: readonly { readonly name: string; readonly header: string }[];
  readonly variablesMissing: readonly string[];
  readonly preview: readonly Readonly<Record<string, string>>[];
}

interface ColumnChoiceProps {
  readonly file: CsvFile;
  /** Undefined while the service cannot read the columns. */
  readonly report: ReadColumns | undefined;
  readonly choices: ColumnChoices;
  readonly onChoices: (choices: ColumnChoices) => void;
}

const headings = [
  [words.column, ''],
  [words.example, 'max-md:hidden'],
  [words.meaning, ''],
] as const;

/** What each column of the file means: as the service read it, or as the user chooses. */
export function ColumnChoice({ file, report, choices, onChoices }: ColumnChoiceProps) {
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
            {file.headers.map((header) => (
              <ColumnRow
                key={header}
                header={header}
                report={report}
                choice={choices[header] ?? ''}
                onChoice={(name) => onChoices({ ...choices, [header]: name })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface ColumnRowProps {
  readonly header: string;
  readonly report: ReadColumns | undefined;
  readonly choice: string;
  readonly onChoice: (name: string) => void;
}

const isReserved = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(words.reserved, name);

/** Returns the meanings that the user can choose for a column that the service reads as `read`. */
function meaningsOf(read: string | undefined, { report, choice }: Pick<ColumnRowProps, 'report' | 'choice'>) {
  const variables = new Set(report?.variablesMissing);
  if (choice !== '' && !isReserved(choice)) variables.add(choice);
  const isOwnVariable = read !== undefined && !isReserved(read);
  return [
    ['', isOwnVariable ? words.asVariable(read) : words.unread],
    ...optionsOf<string>(words.reserved),
    ...Array.from(variables, (name): [string, string] => [name, words.asVariable(name)]),
  ] as [string, string][];
}

function ColumnRow({ header, report, choice, onChoice }: ColumnRowProps) {
  // The header of a joined column has the headers of its parts.
  const read = report?.columns.find((column) => column.header.split(', ').includes(header))?.name;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-48 truncate py-1.5 pe-4 text-start font-medium">
        {header}
      </th>
      <td className="max-w-56 truncate py-1.5 pe-4 text-muted max-md:hidden">
        {read !== undefined && report?.preview[0]?.[read]}
      </td>
      <td className="py-1.5">
        <Select
          aria-label={`${words.meaning}: ${header}`}
          className="max-w-64"
          value={choice === '' && isReserved(read) ? read : choice}
          onValue={onChoice}
          options={meaningsOf(read, { report, choice })}
        />
      </td>
    </tr>
  );
}
