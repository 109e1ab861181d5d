import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Returns a port on which no process listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a program in a separate process, and waits until the process exits because its event loop is empty. */
async function run(source: string): Promise<{ exitCode: number | null; stdout: string }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source]);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stdout };
}

describe('process of the client', () => {
  it.each([0, 1])('stays alive until the request has failed after %i retries', async (retriesMax) => {
    const client = path.join(import.meta.dirname, 'client.ts');
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    const result = await run(`
      import { ParleyClient } from ${JSON.stringify(client)};
      const parley = new ParleyClient({ baseUrl: '${baseUrl}', apiKey: 'x', retriesMax: ${retriesMax} });
      parley.listAgents().catch((error) => console.log(error.code));
    `);
    expect(result).toEqual({ exitCode: 0, stdout: 'unreachable\n' });
  });
});
