import type { ReactNode } from 'react';
import { Select } from './field.tsx';
import { SearchInput } from './search-input.tsx';

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

/** A search text and selects above a list. The page keeps their values in the URL. */
export function ListFilters({ search, any, selects, filters, onFilters, children }: ListFiltersProps) {
  return (
    <search className="flex flex-wrap items-center gap-2 px-6 pb-3 max-md:px-4">
      <SearchInput
        label={search}
        initial={filters['search'] ?? ''}
        onSearch={(text) => onFilters(withFilter(filters, 'search', text))}
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
