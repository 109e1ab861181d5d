import type { Agent, Flow } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, useChange } from '../../api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { focusField } from '../editing/findings.tsx';
import { flowQuery } from '../flows/flow-query.ts';
import { NewFlowDialog } from '../flows/new-flow-dialog.tsx';
import { useCan } from '../session/session.ts';

const words = text.agents.agent.flow;

interface FlowNoticeProps {
  readonly agent: Agent;
  /** The agent has changes that are not saved. */
  readonly isDirty?: boolean;
  /** The page has the field with the flow of the agent. */
  readonly hasField?: boolean;
}

/** Why the agent cannot call yet, and the next step: it has no flow, or its flow is not published. */
export function FlowNotice({ agent, isDirty = false, hasField = false }: FlowNoticeProps) {
  const flow = useFlowOf(agent.flowId);
  if (agent.flowId === null)
    return agent.type === 'voice' ? <NoFlow {...{ agent, isDirty, hasField }} /> : null;
  return flow === undefined || flow.status === 'active' ? null : <UnpublishedFlow flow={flow} />;
}

function useFlowOf(flowId: string | null): Flow | undefined {
  const { data } = useQuery({ ...flowQuery(flowId ?? ''), enabled: flowId !== null });
  return flowId === null ? undefined : data;
}

/** Returns whether the agent has a published flow. True until the flow is read, and for an agent that is still to be created. */
export function useIsCallable(agent: Agent | undefined): boolean {
  const flow = useFlowOf(agent?.flowId ?? null);
  return agent === undefined || (agent.flowId !== null && (flow === undefined || flow.status === 'active'));
}

function NoFlow({ agent, isDirty, hasField }: Required<FlowNoticeProps>) {
  const [isCreating, setIsCreating] = useState(false);
  const navigate = useNavigate();
  const canWrite = useCan('flows:write');
  const assign = async ({ id: flowId }: Flow) => {
    const path = { agentId: agent.id };
    await api.updateAgent({ path, body: { flowId }, headers: { 'If-Match': `"${agent.version}"` } });
    await queryClient.invalidateQueries({ queryKey: ['getAgent', agent.id] });
    await queryClient.invalidateQueries({ queryKey: ['listAgents'] });
    await navigate({ to: '/flows/$flowId', params: { flowId } });
  };
  return (
    <Notice
      actions={
        <>
          {hasField && <Button onClick={() => focusField('flowId')}>{words.choose}</Button>}
          <Button
            variant="primary"
            disabled={!canWrite || isDirty}
            {...(!canWrite && { title: text.common.forbidden('flows:write') })}
            onClick={() => setIsCreating(true)}
          >
            {words.create}
          </Button>
        </>
      }
    >
      {words.none} {isDirty && words.saveFirst}
      <NewFlowDialog isOpen={isCreating} onOpenChange={setIsCreating} agent={agent} onCreated={assign} />
    </Notice>
  );
}

function UnpublishedFlow({ flow: { id: flowId, name, status } }: { readonly flow: Flow }) {
  const canWrite = useCan('flows:write');
  const publish = useChange(() => api.updateFlow({ path: { flowId }, body: { status: 'active' } }), {
    changes: ['getFlow', 'listFlows', 'listFlowVersions'],
  });
  return (
    <div className="grid gap-2">
      <Notice
        actions={
          <>
            <ButtonLink to="/flows/$flowId" params={{ flowId }}>
              {words.open}
            </ButtonLink>
            <Button
              variant="primary"
              disabled={!canWrite}
              {...(!canWrite && { title: text.common.forbidden('flows:write') })}
              pending={publish.isPending}
              onClick={() => publish.mutate(undefined)}
            >
              {text.flows.publish}
            </Button>
          </>
        }
      >
        {words.unpublished(name, text.flows.statuses[status])}
      </Notice>
      <FormError message={[publish.message, ...Object.values(publish.fields)].join(' ').trim()} />
    </div>
  );
}
