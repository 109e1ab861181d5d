import type { LanguageModel } from '../contracts/language-model.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import type { ModelSettings } from '../models/model-answer.ts';

/** The data of an agent that `FlowRunner` uses. */
export interface FlowAgent {
  readonly flow: FlowGraph;
  /** The agent's system prompt; the prompt of the node follows it. */
  readonly personality: string;
  /** The agent's model, followed by its fallbacks; empty if the agent uses no language model. */
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
}
