import type { LanguageModel } from '../contracts/language-model.ts';
import { ConfigError } from '../core/config.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import type { JobHandler } from '../jobs/job.ts';
import type { Database } from '../store/database.ts';
import { openLanguageModels } from './language-models.ts';
import type { StartContext } from './start-context.ts';

/** Maximum number of concurrent analyses of a node. */
const capacity = 20;

/** Starts the jobs that analyze ended calls and conversations, on nodes with the role `worker`. */
export async function startAnalysis(
  context: StartContext,
  database: Database,
  prices: PriceTable | undefined,
): Promise<void> {
  const { config, dependencies, nodeId, closers } = context;
  if (!config.roles.includes('worker')) return;
  const { createJobRunner } = await import('../jobs/job-runner.ts');
  const { analyzeCallKind, analyzeConversationKind } = await import('../jobs/analysis-jobs.ts');
  const { analyzeCallHandler } = await import('../analysis/analyze-call.ts');
  const { analyzeConversationHandler } = await import('../analysis/analyze-conversation.ts');
  const languageModel = await openLanguageModels(config, dependencies.clock);
  const analysisModel = analysisModelOf(config.analysisModel, languageModel);
  const analyses = { ...dependencies, database, models: { languageModel }, analysisModel, prices };
  const handlers = {
    [analyzeCallKind]: analyzeCallHandler(analyses) as JobHandler,
    [analyzeConversationKind]: analyzeConversationHandler(analyses) as JobHandler,
  };
  const runner = createJobRunner({ ...dependencies, db: database, owner: nodeId, handlers, capacity });
  // An analysis that is aborted is repeated after the next start.
  closers.add('analyses', () => runner.close());
  runner.start();
}

function analysisModelOf(
  id: string | undefined,
  languageModel: (id: string) => LanguageModel | undefined,
): LanguageModel | undefined {
  if (id === undefined) return undefined;
  const model = languageModel(id);
  if (model === undefined)
    throw new ConfigError([
      `PARLEY_ANALYSIS_MODEL=${id} names a provider that is not set up: set its API key or its server`,
    ]);
  return model;
}
