import type { CallDetail } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';

const reached = new Set<CallDetail['endReason']>([null, 'agent_hangup', 'customer_hangup', 'transferred']);

/** Repeats an outbound call that failed or did not reach the customer. Nothing for other calls. */
export function CallAgain({ call }: { readonly call: CallDetail }) {
  const { agent, toNumber, customer, dynamic, metadata, purpose, consent } = call;
  const navigate = useNavigate();
  const canCall = useCan('calls:place');
  const again = useChange(
    () =>
      api.sendCall({ body: { agentId: agent.id, toNumber, customer, dynamic, metadata, purpose, consent } }),
    {
      changes: ['listCalls'],
      onSuccess: ({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } }),
    },
  );
  if (call.direction !== 'outbound' || reached.has(call.endReason)) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        disabled={!canCall}
        title={canCall ? undefined : text.common.forbidden('calls:place')}
        pending={again.isPending}
        onClick={() => again.mutate(undefined)}
      >
        <Phone aria-hidden size={15} />
        {text.calls.call.again}
      </Button>
      <FormError message={again.message} />
    </div>
  );
}
