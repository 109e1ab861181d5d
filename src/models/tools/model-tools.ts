import type { LanguageTool, ToolCall } from '../../contracts/language-model.ts';
import { isReservedToolName, type AgentConfig, type BuiltinToolName } from '../../domain/agent.ts';
import { builtinToolsFor } from '../../domain/flow/builtin-tools.ts';
import type { FlowGraph } from '../../domain/flow/flow.ts';
import { headerValueOf } from '../../domain/http-header.ts';
import { compileParameters, type ArgumentCheck } from '../../domain/tools/tool-parameters.ts';
import type { AgentTools } from './agent-tools.ts';
import { EdgeTools, type EdgeToolsOptions } from './edge-tools.ts';
import type { HttpRequest, HttpResult, RequestSender } from './http-request.ts';

type HttpTool = AgentConfig['tools'][number];

export interface ModelToolsOptions {
  readonly agent: Pick<AgentConfig, 'tools'> & Partial<Pick<AgentConfig, 'builtinTools'>>;
  readonly flow: FlowGraph;
  readonly requests: RequestSender;
  /** Executes a built-in tool and returns a text for the model. */
  readonly runBuiltinTool: (name: BuiltinToolName, args: Readonly<Record<string, unknown>>) => string;
  /** The edges that the model can choose instead of a reply. */
  readonly edges: EdgeToolsOptions;
  /** Fills in the variables of a description. */
  readonly renderText: (text: string) => string;
}

/** A tool with the check of its arguments. */
interface CheckedTool {
  readonly definition: LanguageTool;
  readonly check: ArgumentCheck;
  readonly isReadOnly: boolean;
  readonly run: (call: ToolCall, signal: AbortSignal) => Promise<string | undefined>;
}

/** The tools of an agent's language model: the HTTP tools of the agent, and its built-in tools. HTTP tools with an unsupported schema are omitted. */
export class ModelTools implements AgentTools {
  readonly #tools: ReadonlyMap<string, CheckedTool>;
  readonly #renderText: (text: string) => string;
  readonly #edges: EdgeTools;

  constructor(options: ModelToolsOptions) {
    this.#renderText = options.renderText;
    this.#edges = new EdgeTools(options.edges);
    const http = options.agent.tools.flatMap((tool) => httpTool(tool, options.requests));
    const tools = [...builtinTools(options), ...http];
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
  }

  get definitions(): readonly LanguageTool[] {
    const tools = [...this.#tools.values()].map(({ definition: { name, description, parameters } }) => ({
      name,
      description: this.#renderText(description),
      parameters: renderDescriptions(parameters, this.#renderText) as LanguageTool['parameters'],
    }));
    return [...tools, ...this.#edges.definitions];
  }

  isReadOnly(name: string): boolean {
    return this.#tools.get(name)?.isReadOnly ?? true;
  }

  endsTurn(name: string): boolean {
    return name === 'end_call' && this.#tools.has(name);
  }

  replacesReply(name: string): boolean {
    return this.#edges.has(name);
  }

  async run(call: ToolCall, signal: AbortSignal): Promise<string | undefined> {
    if (this.#edges.has(call.name)) return this.#edges.run(call.name);
    const tool = this.#tools.get(call.name);
    if (tool === undefined) {
      const names = [...this.#tools.keys()].join(', ');
      return `Error: there is no tool of this name. The tools are: ${names}.`;
    }
    const fault = tool.check(call.arguments);
    return fault === undefined ? tool.run(call, signal) : `Error: ${fault}`;
  }
}

/** Fills in the variables of all descriptions in a JSON Schema. */
function renderDescriptions(schema: unknown, renderText: (text: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => renderDescriptions(item, renderText));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string'
        ? renderText(value)
        : renderDescriptions(value, renderText),
    ]),
  );
}

function builtinTools({ agent, flow, runBuiltinTool }: ModelToolsOptions): CheckedTool[] {
  return builtinToolsFor(agent.builtinTools ?? [], flow).map(({ name, description, parameters }) => {
    const compiled = compileParameters(parameters);
    if ('fault' in compiled) throw new TypeError(`${name}: ${compiled.fault}`);
    return {
      definition: { name, description, parameters: { ...parameters } },
      check: compiled.check,
      isReadOnly: false,
      run: async (call) => runBuiltinTool(name, call.arguments as Readonly<Record<string, unknown>>),
    };
  });
}

function httpTool(tool: HttpTool, requests: RequestSender): CheckedTool[] {
  const { name, description, parameters } = tool;
  const compiled = compileParameters(parameters);
  if ('fault' in compiled || isReservedToolName(name)) return [];
  const isReadOnly = isReadOnlyTool(tool);
  return [
    {
      definition: { name, description, parameters: { type: 'object', ...parameters } },
      check: compiled.check,
      isReadOnly,
      run: async (call, signal) => {
        const source = { tool: name, toolCallId: call.id };
        const result = await requests.send(requestOf(tool, call), source, isReadOnly, signal);
        return signal.aborted && isReadOnly ? undefined : contentOf(result, isReadOnly);
      },
    },
  ];
}

const isReadOnlyTool = ({ readOnly, method }: HttpTool): boolean => readOnly ?? method === 'GET';

/** Returns the request of a tool. `GET` and `DELETE` have the arguments in the query, other methods in a JSON body. */
function requestOf({ method, url, headers, timeoutMs }: HttpTool, call: ToolCall): HttpRequest {
  const args = call.arguments as Readonly<Record<string, unknown>>;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return {
    method,
    url: hasBody ? url : withQuery(url, args),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        headerValueOf(value, (variable) => `{{${variable}}}`),
      ]),
    ),
    ...(hasBody && { body: args }),
    timeoutMs,
  };
}

function withQuery(url: string, args: Readonly<Record<string, unknown>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(args)) {
    if (value === null || value === undefined) continue;
    target.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return target.href;
}

function contentOf(result: HttpResult, isReadOnly: boolean): string {
  if (result.ok)
    return result.text.trim() === '' ? 'The request succeeded. The response is empty.' : result.text;
  const unknown = result.isUnknown && !isReadOnly;
  return `Error: ${result.text}${unknown ? ' It is unknown whether the request was executed. Do not repeat it.' : ''}`;
}
