/*
 * A reference server for the cost of a request without Parley: `node:http` and one row from a separate embedded PostgreSQL, in a separate
 * process. Sends `{port}` to its parent when it is ready, and exits at the first message.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';

const serverFolder = await chooseServerFolder();
const database = await createTestDatabase({ poolSize: 2 });
const db = database.db.asSystem();
const { workspaceId } = await seedWorkspace(database.db);
const find = { name: 'find_one', text: 'select id, name, settings from workspaces where id = $1' };

const server = createServer((_request, response) => {
  db.row(find, [workspaceId]).then(
    (row) => response.setHeader('content-type', 'application/json').end(JSON.stringify(row)),
    (error: Error) => response.destroy(error),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!({ port: (server.address() as AddressInfo).port });
await once(process, 'message');
server.closeAllConnections();
server.close();
await database.close();
await removeServer(serverFolder);
process.disconnect();
