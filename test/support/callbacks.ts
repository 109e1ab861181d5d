import { newId } from '../../src/core/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { insertDisposition, type NewDispositionRow } from '../../src/store/dispositions/dispositions.ts';
import { noon, type Fixture } from './fixtures.ts';

/** Seeds a manual callback of the fixture's agent, due at noon by default. Returns its id. */
export async function seedCallback(
  db: Database,
  { workspaceId, agent }: Fixture,
  changes: Partial<NewDispositionRow> = {},
): Promise<string> {
  const id = newId('disposition');
  await insertDisposition(db.inWorkspace(workspaceId), {
    id,
    workspaceId,
    callId: null,
    phoneNumber: '+12025550102',
    disposition: 'callback_scheduled',
    status: 'pending',
    scheduledAt: noon,
    attempt: 1,
    agentId: agent.id,
    agentName: agent.config.name,
    batchId: null,
    notes: '',
    at: noon,
    ...changes,
  });
  return id;
}
