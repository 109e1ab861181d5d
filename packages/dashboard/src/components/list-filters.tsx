import { type ComponentProps, type ReactNode, useState } from 'react';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';
import { Select, TextInput } from './field.tsx';
import { SearchInput } from './search-input.tsx';

type Filters = Readonly<Record<string, string | undefined>>;

interface ListFiltersProps {
  /** The text to search for: its label, or its properties. */
  readonly search: string | Omit<ComponentProps<typeof SearchInput>, 'initial' | 'onSearch'>;
  readonly selects: readonly {
    readonly name: string;
    readonly label: string;
    readonly options: Readonly<Record<string, string>>;
  }[];
  /** Days such as `2026-11-24`. */
  readonly dates?: readonly { readonly name: string; readonly label: string }[];
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
  /** Beside the filters, such as the number of results. */
  readonly children?: ReactNode;
}

/** A search text, selects and dates above a list, on a phone behind a button. The page keeps their values in the URL. */
export function ListFilters({ search, selects, dates = [], filters, onFilters, children }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const active = [...selects, ...dates].filter(({ name }) => filters[name] !== undefined).length;
  return (
    <search className="flex flex-wrap items-center gap-2 px-6 pb-3 max-md:px-4">
      <div className="flex gap-2 max-md:w-full">
        <SearchInput
          {...(typeof search === 'string' ? { label: search } : search)}
          initial={filters['search'] ?? ''}
          onSearch={(value) => onFilters(withFilter(filters, 'search', value))}
        />
        <Button className="md:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text.common.filters(active)}
        </Button>
      </div>
      <div className={`flex flex-wrap items-center gap-2 md:contents ${isOpen ? '' : 'max-md:hidden'}`}>
        {selects.map(({ name, label, options }) => (
          <Select
            key={name}
            aria-label={label}
            className="w-auto! max-w-44"
            value={filters[name] ?? ''}
            onValue={(value) => onFilters(withFilter(filters, name, value))}
            options={[['', `${label}: ${text.common.any}`], ...Object.entries(options)]}
          />
        ))}
        {dates.map(({ name, label }) => (
          <label key={name} className="flex items-center gap-1.5 text-sm text-muted">
            {label}
            <TextInput
              type="date"
              className="w-auto!"
              value={filters[name]?.slice(0, 10) ?? ''}
              onValue={(value) => onFilters(withFilter(filters, name, value))}
            />
          </label>
        ))}
      </div>
      {children}
    </search>
  );
}

function withFilter(filters: Filters, name: string, value: string): Filters {
  const { [name]: _previous, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}
