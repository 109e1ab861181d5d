import type { CallProviders } from '../../calls/call-voice-options.ts';
import { CallNotPossible, type CallContext } from '../../calls/load-call-plan.ts';
import { providersFor, type ProviderDirectory } from '../../calls/provider-directory.ts';
import type { AgentConfig, AgentInLanguage } from '../../domain/agent.ts';
import type { StoredFlowGraph } from '../../domain/flow/flow.ts';
import { findAgentVersion } from '../../store/agents.ts';
import type { LockedBatch } from '../../store/dialing/claims.ts';
import { findFlowVersion } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Context that all calls of one claim share. */
export interface BatchContext extends CallContext {
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
  readonly providers: CallProviders;
  /** Returns the providers for a row in another language than the agent's. Throws `CallNotPossible` if one does not support it. */
  readonly providersIn: (agent: AgentInLanguage) => CallProviders;
  /** Caller numbers, used in rotation; at least one. */
  readonly fromNumbers: readonly string[];
}

const maxCachedVersions = 500;

/** Caches versions, which are immutable. The oldest entry is evicted first. */
class VersionCache<Value> {
  readonly #values = new Map<string, Value>();

  async read(key: string, find: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const found = await find();
    if (found === undefined) return undefined;
    this.#values.set(key, found);
    if (this.#values.size > maxCachedVersions) this.#values.delete(this.#values.keys().next().value!);
    return found;
  }
}

/** Loads the contexts of batches. */
export class BatchContextLoader {
  readonly #providers: ProviderDirectory;
  readonly #agents = new VersionCache<AgentConfig>();
  readonly #flows = new VersionCache<StoredFlowGraph>();

  constructor(providers: ProviderDirectory) {
    this.#providers = providers;
  }

  /** Returns the context of a batch. Throws `CallNotPossible` with instructions if the batch cannot continue. */
  async load(tx: Queryable, batch: LockedBatch): Promise<BatchContext> {
    const { workspaceId, agentId, agentVersion: version, flowId, flowVersion } = batch;
    if (version === null)
      throw new CallNotPossible(
        'The agent was deleted or is not active. Activate it, then resume the batch.',
      );
    const agent = await this.#agents.read(`${agentId}@${version}`, async () => {
      return (await findAgentVersion(tx, { workspaceId, agentId, version }))?.config;
    });
    if (flowId === null || flowVersion === null || agent === undefined)
      throw new CallNotPossible('The agent has no active flow. Assign one, then resume the batch.');
    const flow = await this.#flows.read(`${flowId}@${flowVersion}`, async () => {
      return (await findFlowVersion(tx, { workspaceId, flowId, version: flowVersion }))?.definition;
    });
    if (flow === undefined)
      throw new CallNotPossible('The flow of the agent was deleted. Assign another, then resume the batch.');
    const fromNumbers = selectCallerNumbers(batch);
    const providers = this.#providersFor(agent, flow);
    const versions = { agentVersion: version, flowId, flowVersion };
    const { timezone: workspaceTimezone, callingHours, callingWindow } = batch;
    const hours = { workspaceTimezone, callingHours, callingWindow };
    const providersIn = (inLanguage: AgentInLanguage) => providersFor(inLanguage, this.#providers, flow);
    return { agent, flow, ...hours, ...versions, providers, providersIn, fromNumbers };
  }

  #providersFor(agent: AgentConfig, flow: StoredFlowGraph): CallProviders {
    try {
      return providersFor(agent, this.#providers, flow);
    } catch (error) {
      if (!(error instanceof CallNotPossible)) throw error;
      throw new CallNotPossible(
        `${error.message} Configure the provider or change the agent, then resume the batch.`,
      );
    }
  }
}

/** Returns the active caller numbers of the batch, or the number of its agent if the batch has no numbers. */
function selectCallerNumbers({ fromNumbers, agentNumber, activeNumbers }: LockedBatch): readonly string[] {
  const wanted = fromNumbers.length > 0 ? fromNumbers : agentNumber === null ? [] : [agentNumber];
  const usable = wanted.filter((number) => activeNumbers.includes(number));
  if (usable.length > 0) return usable;
  const subject = fromNumbers.length > 0 ? 'No number of the batch' : 'No number of the agent';
  throw new CallNotPossible(`${subject} is active. Activate one, then resume the batch.`);
}
