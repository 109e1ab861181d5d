import { ParleyError } from '../../../packages/sdk/src/client.ts';
import type { ToolService } from './call-tool.ts';
import type { ApiTool } from './tools.ts';

/**
 * The tools that the key may use. Each scope is tried at one operation with a content type that none takes: a key without the scope
 * is refused for that, one with it for the content type, and neither does anything.
 */
export async function allowedTools(tools: readonly ApiTool[], service: ToolService): Promise<ApiTool[]> {
  const byScope = Map.groupBy(tools, ({ scope }) => scope);
  const verdicts = new Map<string, boolean>();
  for (const [scope, those] of byScope) {
    const tried = those.find(({ needsWorkspace }) => !needsWorkspace) ?? those[0]!;
    verdicts.set(scope, await isAllowed(tried, service));
  }
  return tools.filter(({ scope }) => verdicts.get(scope) === true);
}

/** The home of the key, which every refusal tells; undefined where the service does not. */
export async function homeWorkspaceOf(tool: ApiTool, service: ToolService): Promise<string | undefined> {
  return (await probe(tool, service))?.workspaceId;
}

/** Anything but a missing scope leaves the tool in the list: using it tells what is wrong. */
async function isAllowed(tool: ApiTool, service: ToolService): Promise<boolean> {
  return (await probe(tool, service))?.code !== 'insufficient_scope';
}

/**
 * How the service refuses a request that it can only refuse.
 * @throws {ParleyError} where it does not answer, or does not know the key
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
