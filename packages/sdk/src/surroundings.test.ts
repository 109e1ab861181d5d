import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** A port that was free a moment ago, and at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a program of its own that has nothing else to do, until it ends by itself. */
async function run(source: string): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source]);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

describe('a program that only waits for the client', () => {
  it.each([0, 1])('lives until it has tried again %i times', async (retriesMax) => {
    const client = path.join(import.meta.dirname, 'client.ts');
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    const ended = await run(`
      import { ParleyClient } from ${JSON.stringify(client)};
      const parley = new ParleyClient({ baseUrl: '${baseUrl}', apiKey: 'x', retriesMax: ${retriesMax} });
      parley.listAgents().catch((error) => console.log(error.code));
    `);
    expect(ended).toEqual({ code: 0, text: 'unreachable\n' });
  });
});
