import type { OwnedNumber } from '@parley/sdk/client';
import { api, queryClient, useChange, useList } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Select } from '../../components/field.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const words = text.numbers;

/** The agent that answers calls to the number and calls from it. */
export function NumberAgent({ number: { id, phoneNumber, agentId } }: { readonly number: OwnedNumber }) {
  const canWrite = useCan('numbers:write');
  const agents = useList('listAgents', { query: { limit: 100 } });
  const assign = useChange(
    (body: { agentId: string | null }) => api.updateNumber({ path: { numberId: id }, body }),
    { changes: ['listNumbers', 'listAgents'] },
  );
  const names = agents.rows.map((agent) => [agent.id, agent.name] as const);
  const isKnown = agentId === null || names.some(([known]) => known === agentId);
  return (
    <Select
      aria-label={words.assign(phoneNumber)}
      disabled={!canWrite || assign.isPending}
      title={assign.message || undefined}
      value={agentId ?? ''}
      onValue={(value) => assign.mutate({ agentId: value === '' ? null : value })}
      options={[['', words.noAgent], ...names, ...(isKnown ? [] : [[agentId, agentId] as const])]}
    />
  );
}

export function ReleaseNumber({ number: { id, phoneNumber } }: { readonly number: OwnedNumber }) {
  const canWrite = useCan('numbers:write');
  return (
    <Confirm
      trigger={(open) => (
        <Button
          variant="danger"
          disabled={!canWrite}
          aria-label={words.releaseLabel(phoneNumber)}
          onClick={open}
        >
          {words.release}
        </Button>
      )}
      title={words.releaseTitle(formatPhone(phoneNumber))}
      description={words.releaseDescription}
      action={words.release}
      onConfirm={async () => {
        await api.deleteNumber({ path: { numberId: id } });
        await queryClient.invalidateQueries({ queryKey: ['listNumbers'] });
      }}
    />
  );
}
