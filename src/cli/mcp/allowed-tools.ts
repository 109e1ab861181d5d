import { ParleyError } from '../../../packages/sdk/src/client.ts';
import type { ToolService } from './call-tool.ts';
import type { ApiTool } from './tools.ts';

/**
 * Returns the tools that the key permits. Each scope is probed by a request with a content type that no operation accepts, so the request
 * has no effect. Its error code is `insufficient_scope` if the key lacks the scope, and another code such as `unsupported_media_type` otherwise.
 */
export async function allowedTools(tools: readonly ApiTool[], service: ToolService): Promise<ApiTool[]> {
  const byScope = Map.groupBy(tools, ({ scope }) => scope);
  const allowed = new Map<string, boolean>();
  for (const [scope, toolsOfScope] of byScope) {
    const tool = toolsOfScope.find(({ needsWorkspace }) => !needsWorkspace) ?? toolsOfScope[0]!;
    allowed.set(scope, await isAllowed(tool, service));
  }
  return tools.filter(({ scope }) => allowed.get(scope) === true);
}

/** Returns the home workspace of the key, which error responses contain; undefined if they do not. */
export async function homeWorkspaceOf(tool: ApiTool, service: ToolService): Promise<string | undefined> {
  return (await probe(tool, service))?.workspaceId;
}

/** Returns false only for a missing scope: other errors are reported when the tool is used. */
async function isAllowed(tool: ApiTool, service: ToolService): Promise<boolean> {
  return (await probe(tool, service))?.code !== 'insufficient_scope';
}

/**
 * Sends a request that the service always rejects. Returns the error.
 * @throws {ParleyError} if the service does not respond or the key is invalid
 */
async function probe(
  { method, path }: ApiTool,
  { client, workspaceId }: ToolService,
): Promise<ParleyError | undefined> {
  const workspace: Record<string, string> =
    workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId };
  const headers = { 'content-type': 'application/x-parley-probe', ...workspace };
  try {
    await client.send(method, path.replaceAll(/\{\w+\}/g, 'probe'), { headers });
    return undefined;
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error.status === 401 || error.status === 0) throw error;
    return error;
  }
}
