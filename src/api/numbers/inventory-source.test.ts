import { createTestDatabase } from '../../../test/support/database.ts';
import { noon, seedWorkspace } from '../../../test/support/fixtures.ts';
import { numberSourceSuite, suiteNumbers } from '../../contracts/testing/number-source-suite.ts';
import { newId } from '../../core/ids.ts';
import { importInventoryNumbers } from '../../store/inventory.ts';
import { createInventorySource } from './inventory-source.ts';

numberSourceSuite('The inventory', async () => {
  const { db, close } = await createTestDatabase();
  const { workspaceId } = await seedWorkspace(db);
  const numbers = suiteNumbers.map(({ phoneNumber, ...number }) => ({
    ...number,
    id: newId('number'),
    e164: phoneNumber,
  }));
  await importInventoryNumbers(db.inWorkspace(workspaceId), { workspaceId, numbers, at: noon });
  return { source: createInventorySource(db), workspaceId, close };
});
