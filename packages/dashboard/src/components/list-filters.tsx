import { useEffect, useState, type ReactNode } from 'react';
import { Select, TextInput } from './field.tsx';

type Filters = Readonly<Record<string, string | undefined>>;

interface ListFiltersProps {
  /** Label of the text to search for. */
  readonly search: string;
  /** The word for all values. */
  readonly any: string;
  readonly selects: readonly {
    readonly name: string;
    readonly label: string;
    readonly options: Readonly<Record<string, string>>;
  }[];
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
  /** Beside the filters, such as the number of results. */
  readonly children?: ReactNode;
}

const typingPauseMs = 250;

/** A search text and selects above a list. The page keeps their values in the URL. */
export function ListFilters({ search, any, selects, filters, onFilters, children }: ListFiltersProps) {
  const applied = filters['search'] ?? '';
  const [typed, setTyped] = useState(applied);
  const [previous, setPrevious] = useState(applied);
  if (previous !== applied) {
    setPrevious(applied);
    // A button of the page has cleared the filters.
    if (applied === '') setTyped('');
  }
  useEffect(() => {
    if (typed === applied) return undefined;
    const timer = setTimeout(() => onFilters(withFilter(filters, 'search', typed)), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, applied, filters, onFilters]);
  return (
    <search className="flex flex-wrap items-center gap-2 px-6 pb-3 max-md:px-4">
      <TextInput
        type="search"
        className="max-w-56"
        aria-label={search}
        placeholder={search}
        value={typed}
        onValue={setTyped}
      />
      {selects.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          className="w-auto!"
          value={filters[name] ?? ''}
          onValue={(value) => onFilters(withFilter(filters, name, value))}
          options={[['', `${label}: ${any}`], ...Object.entries(options)]}
        />
      ))}
      {children}
    </search>
  );
}

function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _previous, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}
