/*
 * The reference server of the API benchmark: bare Fastify routes in a separate process, on the program's database.
 * Reads its settings as JSON from the first argument and prints its port to standard output.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { agentColumns } from '../../src/store/agents.ts';
import { clientConfig, type Connection } from '../../src/store/connection.ts';

export interface BareServerSettings {
  readonly connection: Connection;
  readonly workspaceId: string;
  readonly agentId: string;
  /** Size of the program's connection pool. */
  readonly poolSize: number;
}

const settings = JSON.parse(process.argv[2]!) as BareServerSettings;
const pool = new pg.Pool({ ...clientConfig(settings.connection, 'parley bench'), max: settings.poolSize });
await pool.query(
  'create table bare_rows (id text primary key, config jsonb not null, created_at timestamptz not null)',
);
const app = fastify();

app.get('/bare', async () => ({ ok: true }));

const select = `select ${agentColumns} from agents where workspace_id = $1 and id = $2`;

app.get<{ Params: { agentId: string } }>('/select/:agentId', async ({ params }) => {
  const values = [settings.workspaceId, params.agentId];
  const { rows } = await pool.query<object>({ name: 'bare_select', text: select, values });
  return rows[0];
});

const insert = `insert into bare_rows (id, config, created_at) values ($1, $2, $3) returning id, config, created_at`;

app.post('/insert', async ({ body }) => {
  const values = [randomUUID(), JSON.stringify(body), new Date()];
  const { rows } = await pool.query<object>({ name: 'bare_insert', text: insert, values });
  return rows[0];
});

await app.listen({ host: '127.0.0.1', port: 0 });
console.log((app.server.address() as AddressInfo).port);
