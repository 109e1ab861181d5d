import type { JobHandler } from '../jobs/job.ts';
import type { Database } from '../store/database.ts';
import type { StartContext } from './start-context.ts';

/** Starts the jobs that erase persons, on nodes with the role `worker`. They run one after the other, because calls share the machine. */
export async function startPrivacy(context: StartContext, database: Database): Promise<void> {
  const { config, dependencies, nodeId, closers } = context;
  if (!config.roles.includes('worker')) return;
  const { createJobRunner } = await import('../jobs/job-runner.ts');
  const { erasePersonHandler, erasureKind } = await import('../privacy/erase-person.ts');
  const { dataDir } = config;
  const handlers = {
    [erasureKind]: erasePersonHandler({ ...dependencies, database, dataDir }) as JobHandler,
  };
  const runner = createJobRunner({ ...dependencies, db: database, owner: nodeId, handlers, capacity: 1 });
  // An erasure that is aborted continues after the next start.
  closers.add('erasures', () => runner.close());
  runner.start();
}
