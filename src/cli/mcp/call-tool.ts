import { ParleyError, type ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { ApiTool } from './tools.ts';

export interface ToolService {
  readonly client: Pick<ParleyClient, 'send'>;
  readonly baseUrl: string;
  /** Default workspace of tool calls. */
  readonly workspaceId: string | undefined;
}

type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
    };

// Mutable, as in the types of the protocol.
export interface ToolResult {
  content: ToolContent[];
  isError?: boolean;
  [property: string]: unknown;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Sends the request of a tool. An error is returned as a result whose text states what is wrong and what to do. */
export async function callTool(
  tool: ApiTool,
  args: Arguments,
  service: ToolService,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const fault = argumentFault(tool, args, service);
  if (fault !== undefined) return errorResult(fault);
  try {
    const path = pathOf(tool, args);
    const workspaceId = (args['workspaceId'] as string | undefined) ?? service.workspaceId;
    const response = await service.client.send(tool.method, path, {
      body: args['body'],
      headers: workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId },
      ...(signal === undefined ? {} : { signal }),
    });
    return await toolResult(response, tool, new URL(path, service.baseUrl).href);
  } catch (error) {
    return errorResult(formatError(error));
  }
}

/** Returns the error text for unknown or missing arguments. */
function argumentFault(tool: ApiTool, args: Arguments, { workspaceId }: ToolService): string | undefined {
  const { properties, required } = tool.inputSchema as unknown as { properties: object; required: string[] };
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length > 0) return `invalid_request: ${tool.name} has no argument ${unknown.join(', ')}.`;
  const missing = required.filter((name) => args[name] === undefined);
  if (missing.length > 0) return `invalid_request: ${tool.name} requires ${missing.join(', ')}.`;
  if (tool.needsWorkspace && args['workspaceId'] === undefined && workspaceId === undefined)
    return 'workspace_required: Send a workspaceId, or start the server with --workspace.';
  return undefined;
}

function pathOf(tool: ApiTool, args: Arguments): string {
  const parameters = tool.arguments.filter(({ name }) => args[name] !== undefined && args[name] !== null);
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent(textOf(args[name]))), tool.path);
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }): [string, string] => [name, textOf(args[name])]),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns JSON unchanged, and files as links, because audio and long tables do not fit into a conversation. */
async function toolResult(response: Response, { name }: ApiTool, uri: string): Promise<ToolResult> {
  const mimeType = response.headers.get('content-type')?.split(';')[0] ?? 'application/octet-stream';
  if (mimeType === 'application/json') return { content: [{ type: 'text', text: await response.text() }] };
  await response.body?.cancel();
  const text = `This is a file (${mimeType}). Fetch it with the same API key in the x-api-key header.`;
  return {
    content: [
      { type: 'text', text },
      { type: 'resource_link', uri, name, mimeType },
    ],
  };
}

const errorResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** Formats the code, the message, and each fault with its path. */
function formatError(error: unknown): string {
  if (!(error instanceof ParleyError))
    return `failed: ${error instanceof Error ? error.message : String(error)}`;
  const { code, message, fields, requestId } = error;
  const lines = [`${code}: ${message}`, ...fields.map(({ path, message: text }) => `- ${path}: ${text}`)];
  return [...lines, ...(requestId === undefined ? [] : [`(${requestId})`])].join('\n');
}
