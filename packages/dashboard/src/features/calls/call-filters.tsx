import { useList } from '../../api.ts';
import { ListFilters } from '../../components/list-filters.tsx';
import { text } from '../../text/index.ts';
import type { CallFilterValues } from './calls-query.ts';

const words = text.calls.filters;

interface CallFiltersProps {
  readonly filters: CallFilterValues;
  readonly onFilters: (filters: CallFilterValues) => void;
}

export function CallFilters({ filters, onFilters }: CallFiltersProps) {
  const agents = useList('listAgents', { query: { limit: 200 } });
  const agentNames = Object.fromEntries(agents.rows.map(({ id, name }) => [id, name]));
  return (
    <ListFilters
      search={{ label: words.search, placeholder: words.searchHint, inputMode: 'tel', maxLength: 40 }}
      selects={[
        { name: 'agentId', label: words.agent, options: agentNames },
        { name: 'direction', label: words.direction, options: text.calls.directions },
        { name: 'status', label: words.status, options: text.calls.statuses },
        { name: 'endReason', label: words.endReason, options: text.calls.endReasons },
      ]}
      dates={[
        { name: 'from', label: words.from },
        { name: 'to', label: words.to },
      ]}
      filters={{ ...filters }}
      onFilters={onFilters}
    />
  );
}
