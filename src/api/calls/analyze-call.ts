import { reject } from '../../core/problems.ts';
import { patchAgent, type AgentConfig, type AgentOverrides } from '../../domain/agent.ts';
import { pendingAnalysis, requestsAnalysis } from '../../domain/analysis.ts';
import { enqueueCallAnalysis } from '../../jobs/analysis-jobs.ts';
import { findAgent } from '../../store/agents.ts';
import { repeatCallAnalysis } from '../../store/calls/call-analysis.ts';
import { findCall } from '../../store/calls/calls.ts';
import { endpoint } from '../endpoint.ts';
import { CallDetailResponse, callParameter } from './call-response.ts';
import { readCall } from './read-call.ts';

export const analyzeCall = endpoint({
  method: 'POST',
  path: '/api/v1/calls/{callId}/analyze',
  operationId: 'analyzeCall',
  tag: 'Calls',
  summary: 'Analyze a call again',
  description:
    'Repeats the analysis of an answered call that has ended, with the current `analysis` of its agent and the overrides of the call. `analysis.status` is `pending` until `call.analyzed`. A language model may charge for it.',
  scope: 'calls:write',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  reply: CallDetailResponse,
  errorCodes: ['call_not_ended', 'call_erased', 'analysis_not_requested', 'agent_not_found'],

  async handle({ caller: { workspaceId }, path: { callId }, requestRecord }, { database, clock }) {
    const key = { workspaceId, callId };
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const call = (await findCall(tx, key)) ?? reject('call_not_found');
      if (call.state !== 'ended') reject('call_not_ended');
      if (call.erasedAt !== null || call.transcriptPurgedAt !== null) reject('call_erased');
      const { agentId, overrides, answeredAt } = call;
      const agent = (await findAgent(tx, { workspaceId, agentId })) ?? reject('agent_not_found');
      if (answeredAt === null || !requestsAnalysis(configOf(agent.config, overrides)))
        reject('analysis_not_requested');
      await repeatCallAnalysis(tx, { ...key, pending: pendingAnalysis, at: new Date(clock.now()) });
      await enqueueCallAnalysis(tx, { ...key, agentVersion: agent.version });
      return requestRecord.storeResponse(tx, await readCall(tx, key));
    });
  },
});

/** Returns the agent with the overrides of the call, unless the current version of the agent does not accept them. */
function configOf(config: AgentConfig, overrides: AgentOverrides | null): AgentConfig {
  try {
    return overrides === null ? config : patchAgent(config, overrides);
  } catch {
    return config;
  }
}
