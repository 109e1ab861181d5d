import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { readVersion } from '../core/version.ts';
import { addressOf, credentialsOf } from './connect.ts';
import { createMcpHttpServer } from './mcp/http.ts';
import { readToolGroups } from './mcp/select-tools.ts';
import { Toolbox } from './mcp/server.ts';
import { UsageError, type Output } from './output.ts';
import { onSignals } from './signals.ts';

export interface McpOptions {
  /** Serves HTTP on this machine instead of standard input and output. */
  readonly http?: boolean;
  readonly port: string;
  /** Workspace of tool calls that name none. Defaults to the workspace in bootstrap.json if its key is used, otherwise to the home workspace of the key. */
  readonly workspace?: string;
  /** Groups of tools, separated by commas. */
  readonly tools: string;
}

/**
 * Serves the API by the Model Context Protocol until standard input ends, or with `http` until a signal. Without `http`, standard output has
 * protocol messages only.
 */
export async function mcp(options: McpOptions, output: Output): Promise<void> {
  const groups = readToolGroups(options.tools);
  const config = readConfig(process.env);
  const baseUrl = addressOf(config);
  const toolboxOf = (apiKey: string, workspaceId = options.workspace) => {
    const workspace = workspaceId === undefined ? {} : { workspaceId };
    const client = new ParleyClient({ baseUrl, apiKey, ...workspace });
    return new Toolbox({ client, baseUrl, workspaceId }, groups);
  };
  if (options.http === true) return serveHttp(options, toolboxOf, output);
  const { apiKey, workspaceId } = credentialsOf(config);
  const toolbox = toolboxOf(apiKey, options.workspace ?? workspaceId);
  const handle = serveStdio(() => toolbox.serve(readVersion()));
  await once(process.stdin, 'end');
  await handle.close();
}

/** Serves HTTP on the loopback address until a signal. */
async function serveHttp(
  { port }: McpOptions,
  toolboxOf: (apiKey: string) => Toolbox,
  output: Output,
): Promise<void> {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new UsageError('The port is invalid. Use a number from 0 to 65535.');
  const server = createMcpHttpServer({ version: readVersion(), toolboxOf });
  server.listen(number, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  output.line(`MCP server at ${url}; send an API key as a bearer token.`);
  output.result({ url });
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = onSignals({ source: process, clock: systemClock }, () => resolve());
  await promise;
  unsubscribe();
  server.closeAllConnections();
  server.close();
}
