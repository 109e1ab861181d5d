import { useList } from '../../api.ts';
import { Select, TextInput } from '../../components/field.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { text } from '../../text/index.ts';
import type { CallFilterValues } from './calls-query.ts';

const words = text.calls.filters;

interface CallFiltersProps {
  readonly filters: CallFilterValues;
  readonly onFilters: (filters: CallFilterValues) => void;
}

export function CallFilters({ filters, onFilters }: CallFiltersProps) {
  const agents = useList('listAgents', { query: { limit: 200 } });
  return (
    <search className="flex flex-wrap items-center gap-2 px-6 pb-3 max-md:px-4">
      <SearchInput
        label={words.search}
        placeholder={words.searchHint}
        inputMode="tel"
        maxLength={40}
        initial={filters.search ?? ''}
        onSearch={(search) => onFilters(withFilter(filters, 'search', search))}
      />
      <FilterSelect
        name="agentId"
        label={words.agent}
        options={Object.fromEntries(agents.rows.map(({ id, name }) => [id, name]))}
        {...{ filters, onFilters }}
      />
      <FilterSelect
        name="direction"
        label={words.direction}
        options={text.calls.directions}
        {...{ filters, onFilters }}
      />
      <FilterSelect
        name="status"
        label={words.status}
        options={text.calls.statuses}
        {...{ filters, onFilters }}
      />
      <FilterSelect
        name="endReason"
        label={words.endReason}
        options={text.calls.endReasons}
        {...{ filters, onFilters }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <FilterDate name="from" label={words.from} {...{ filters, onFilters }} />
        <FilterDate name="to" label={words.to} {...{ filters, onFilters }} />
      </div>
    </search>
  );
}

function withFilter(
  filters: CallFilterValues,
  name: keyof CallFilterValues,
  value: string,
): CallFilterValues {
  const { [name]: _previous, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}

interface FilterSelectProps extends CallFiltersProps {
  readonly name: keyof CallFilterValues;
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}

function FilterSelect({ name, label, options, filters, onFilters }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      className="w-auto! max-w-44"
      value={filters[name] ?? ''}
      onValue={(value) => onFilters(withFilter(filters, name, value))}
      options={[['', `${label}: ${words.any}`], ...Object.entries(options)]}
    />
  );
}

interface FilterDateProps extends CallFiltersProps {
  readonly name: 'from' | 'to';
  readonly label: string;
}

function FilterDate({ name, label, filters, onFilters }: FilterDateProps) {
  return (
    <label className="flex items-center gap-1.5 text-sm text-muted">
      {label}
      <TextInput
        type="date"
        className="w-auto!"
        value={filters[name]?.slice(0, 10) ?? ''}
        onValue={(value) => onFilters(withFilter(filters, name, value))}
      />
    </label>
  );
}
