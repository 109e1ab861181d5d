import type { CallProviders } from '../../calls/call-voice-options.ts';
import { CallNotPossible, type CallContext } from '../../calls/load-call-plan.ts';
import { providersFor, type ProviderDirectory } from '../../calls/provider-directory.ts';
import type { AgentConfig, AgentInLanguage } from '../../domain/agent.ts';
import type { WorkspaceHours } from '../../domain/calling-hours/workspace-hours.ts';
import type { StoredFlowGraph } from '../../domain/flow/flow.ts';
import { findAgentVersion } from '../../store/agents.ts';
import type { LockedBatch } from '../../store/dialing/claims.ts';
import { findFlowVersion } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Versions of agent and flow, and settings of the workspace. */
interface VersionsToLoad extends WorkspaceHours {
  readonly workspaceId: string;
  /** IANA time zone of the workspace. */
  readonly timezone: string;
  readonly agentId: string;
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
}

/** Context of calls with the same versions of agent and flow. */
export interface VersionContext extends CallContext {
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
  /** Undefined if another node dials the calls. */
  readonly providers: CallProviders | undefined;
  /** Returns the providers for a row in another language than the agent's. Throws `CallNotPossible` if one does not support it. */
  readonly providersIn: (agent: AgentInLanguage) => CallProviders | undefined;
}

/** Context that all calls of one claim share. */
export interface BatchContext extends VersionContext {
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
  readonly #providers: ProviderDirectory | undefined;
  readonly #agents = new VersionCache<AgentConfig>();
  readonly #flows = new VersionCache<StoredFlowGraph>();

  /** Omit `providers` if another node dials the calls. That node then checks the providers of the agent. */
  constructor(providers?: ProviderDirectory) {
    this.#providers = providers;
  }

  /** Returns the context of a batch. Throws `CallNotPossible` with instructions if the batch cannot continue. */
  async load(tx: Queryable, batch: LockedBatch): Promise<BatchContext> {
    const { agentVersion, flowId, flowVersion } = batch;
    if (agentVersion === null)
      throw new CallNotPossible(
        'The agent was deleted or is not active. Activate it, then resume the batch.',
      );
    if (flowId === null || flowVersion === null) throw new CallNotPossible(noFlow);
    const fromNumbers = selectCallerNumbers(batch);
    return { ...(await this.loadVersions(tx, { ...batch, agentVersion, flowId, flowVersion })), fromNumbers };
  }

  /** Returns the context of calls with these versions. Throws `CallNotPossible` with instructions if they cannot be dialed. */
  async loadVersions(db: Queryable, versions: VersionsToLoad): Promise<VersionContext> {
    const { workspaceId, agentId, agentVersion: version, flowId, flowVersion } = versions;
    const agent = await this.#agents.read(`${agentId}@${version}`, async () => {
      return (await findAgentVersion(db, { workspaceId, agentId, version }))?.config;
    });
    if (agent === undefined) throw new CallNotPossible(noFlow);
    const flow = await this.#flows.read(`${flowId}@${flowVersion}`, async () => {
      return (await findFlowVersion(db, { workspaceId, flowId, version: flowVersion }))?.definition;
    });
    if (flow === undefined)
      throw new CallNotPossible('The flow of the agent was deleted. Assign another, then resume the batch.');
    const { timezone: workspaceTimezone, callingHours, callingWindow } = versions;
    const hours = { workspaceTimezone, callingHours, callingWindow };
    const directory = this.#providers;
    return {
      agent,
      flow,
      ...hours,
      agentVersion: version,
      flowId,
      flowVersion,
      providers: directory && providersOfBatch(agent, directory, flow),
      providersIn: (inLanguage) => directory && providersFor(inLanguage, directory, flow),
    };
  }
}

const noFlow = 'The agent has no active flow. Assign one, then resume the batch.';

function providersOfBatch(
  agent: AgentConfig,
  directory: ProviderDirectory,
  flow: StoredFlowGraph,
): CallProviders {
  try {
    return providersFor(agent, directory, flow);
  } catch (error) {
    if (!(error instanceof CallNotPossible)) throw error;
    throw new CallNotPossible(
      `${error.message} Configure the provider or change the agent, then resume the batch.`,
    );
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
