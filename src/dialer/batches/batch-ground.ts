import type { CallProviders } from '../../calls/call-voice-options.ts';
import { CallNotPossible, type CallContext } from '../../calls/load-call-plan.ts';
import { providersFor, type ProviderDirectory } from '../../calls/provider-directory.ts';
import type { AgentConfig } from '../../domain/agent.ts';
import type { FlowGraph } from '../../domain/flow/flow.ts';
import { findAgentVersion } from '../../store/agents/find-agent-version.ts';
import type { HeldBatch } from '../../store/dialing/hold-batch.ts';
import { findFlowVersion } from '../../store/flows/find-flow-version.ts';
import type { Queryable } from '../../store/queryable.ts';

/** What the calls of one claim share. */
export interface BatchGround extends CallContext {
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
  readonly providers: CallProviders;
  /** To call from, in turn; one at least. */
  readonly fromNumbers: readonly string[];
}

const versionsMax = 500;

/** Versions never change, so those that were read once are kept; the oldest go first. */
class Versions<Value> {
  readonly #values = new Map<string, Value>();

  async read(key: string, find: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const found = await find();
    if (found === undefined) return undefined;
    this.#values.set(key, found);
    if (this.#values.size > versionsMax) this.#values.delete(this.#values.keys().next().value!);
    return found;
  }
}

/** Finds the ground of batches. */
export class BatchGrounds {
  readonly #providers: ProviderDirectory;
  readonly #agents = new Versions<AgentConfig>();
  readonly #flows = new Versions<FlowGraph>();

  constructor(providers: ProviderDirectory) {
    this.#providers = providers;
  }

  /** Throws `CallNotPossible` where the batch cannot go on as things are; its sentence tells what to do. */
  async find(tx: Queryable, batch: HeldBatch): Promise<BatchGround> {
    const { workspaceId, agentId, agentVersion: version, flowId, flowVersion } = batch;
    if (version === null)
      throw new CallNotPossible('The agent is gone or not active. Make it active, then resume the batch.');
    const agent = await this.#agents.read(`${agentId}@${version}`, async () => {
      return (await findAgentVersion(tx, { workspaceId, agentId, version }))?.config;
    });
    if (flowId === null || flowVersion === null || agent === undefined)
      throw new CallNotPossible('The agent has no active flow. Give it one, then resume the batch.');
    const flow = await this.#flows.read(`${flowId}@${flowVersion}`, async () => {
      return (await findFlowVersion(tx, { workspaceId, flowId, version: flowVersion }))?.definition;
    });
    if (flow === undefined)
      throw new CallNotPossible('The flow of the agent is gone. Give it another, then resume the batch.');
    const fromNumbers = numbersOf(batch);
    const providers = this.#providersFor(agent);
    const versions = { agentVersion: version, flowId, flowVersion };
    const { timezone: workspaceTimezone, callingHours, callingWindow } = batch;
    const hours = { workspaceTimezone, callingHours, callingWindow };
    return { agent, flow, ...hours, ...versions, providers, fromNumbers };
  }

  #providersFor(agent: AgentConfig): CallProviders {
    try {
      return providersFor(agent, this.#providers);
    } catch (error) {
      if (!(error instanceof CallNotPossible)) throw error;
      throw new CallNotPossible(
        `${error.message} Set up what it needs or change the agent, then resume the batch.`,
      );
    }
  }
}

/** The batch's own that are still active; without any of its own, the agent's. */
function numbersOf({ fromNumbers, agentNumber, activeNumbers }: HeldBatch): readonly string[] {
  const wanted = fromNumbers.length > 0 ? fromNumbers : agentNumber === null ? [] : [agentNumber];
  const usable = wanted.filter((number) => activeNumbers.includes(number));
  if (usable.length > 0) return usable;
  const whose = fromNumbers.length > 0 ? 'No number of the batch' : 'No number of the agent';
  throw new CallNotPossible(`${whose} is active. Make one active, then resume the batch.`);
}
