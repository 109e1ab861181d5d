import type { Hedging } from './hedged-model.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import { modelIdsOf, type AgentConfig } from '../domain/agent.ts';

/** Finds language models by the names that agents use. */
export interface ModelDirectory {
  /** Returns undefined if the model is not configured. */
  languageModel(id: string): LanguageModel | undefined;
  /** Lets a fallback model respond if the model before it is slow. */
  readonly hedging?: Hedging;
}

/** Returns the agent's model and its fallbacks, without those that are not configured. */
export function languageModelsOf(
  agent: Pick<AgentConfig, 'model' | 'modelSettings'>,
  directory: ModelDirectory,
): readonly LanguageModel[] {
  const found = modelIdsOf(agent).flatMap((id) => directory.languageModel(id) ?? []);
  return directory.hedging?.(found) ?? found;
}
