import { Server } from '@modelcontextprotocol/server';
import { allowedTools, homeWorkspaceOf } from './allowed-tools.ts';
import { callTool, type ToolService } from './call-tool.ts';
import type { ApiDocument } from './document.ts';
import { groupOf, isSelected } from './select-tools.ts';
import { toolsOf, type ApiTool } from './tools.ts';

const instructions = `Parley places and answers phone calls with AI agents. To place a call: listAgents, then sendCall with an agent that has a
phoneNumber and a flowId, then getCall until its status is "ended". sendCall rings a real phone: request confirmation
before you use it. Numbers are E.164.`;

/** The tools of one key by name, and the service with their default workspace. */
interface Tools {
  readonly byName: ReadonlyMap<string, ApiTool>;
  /** The group of each tool that is not offered. */
  readonly groupOfOthers: ReadonlyMap<string, string>;
  readonly service: ToolService;
}

/** Loads the tools of one key at the first use and caches them. */
export class Toolbox {
  readonly #service: ToolService;
  readonly #groups: readonly string[];
  #tools: Promise<Tools> | undefined;

  /** `groups`: see `toolGroups`. */
  constructor(service: ToolService, groups: readonly string[] = ['default']) {
    this.#service = service;
    this.#groups = groups;
  }

  /** @throws {ParleyError} if the service does not respond or the key is invalid */
  tools(): Promise<Tools> {
    this.#tools ??= this.#load();
    this.#tools.catch(() => (this.#tools = undefined));
    return this.#tools;
  }

  /** Creates a protocol server with these tools, one per connection. */
  serve(version: string): Server {
    const server = new Server(
      { name: 'parley', title: 'Parley', version },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler('tools/list', async () => ({
      tools: [...(await this.tools()).byName.values()].map(
        ({ name, title, description, inputSchema, annotations }) => ({
          name,
          title,
          description,
          inputSchema,
          annotations,
        }),
      ),
    }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { byName, groupOfOthers, service } = await this.tools();
      const tool = byName.get(params.name);
      if (tool !== undefined) return callTool(tool, params.arguments ?? {}, service, mcpReq.signal);
      const group = groupOfOthers.get(params.name);
      const text =
        group === undefined
          ? `unknown_tool: ${params.name} does not exist, or the key has no scope for it.`
          : `unknown_tool: ${params.name} is not offered. Start the MCP server with --tools default,${group} or --tools all.`;
      return { content: [{ type: 'text', text }], isError: true };
    });
    return server;
  }

  async #load(): Promise<Tools> {
    const response = await this.#service.client.send('GET', '/openapi.json');
    const tools = toolsOf((await response.json()) as ApiDocument);
    const workspaceId = this.#service.workspaceId ?? (await homeWorkspaceOf(tools[0]!, this.#service));
    const service = { ...this.#service, workspaceId };
    const { offered = [], others = [] } = Object.groupBy(tools, (tool) =>
      isSelected(tool, this.#groups) ? 'offered' : 'others',
    );
    const allowed = await allowedTools(offered, service);
    return {
      byName: new Map(allowed.map((tool) => [tool.name, tool])),
      groupOfOthers: new Map(others.map(({ name, tag }) => [name, groupOf(tag)])),
      service,
    };
  }
}
