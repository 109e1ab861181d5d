import type { AgentConfig, BuiltinToolName } from '../domain/agent.ts';
import type { FlowGraph } from '../domain/flow/flow.ts';
import type { AgentTools } from '../models/tools/agent-tools.ts';
import type { RequestSender } from '../models/tools/http-request.ts';
import { ModelTools } from '../models/tools/model-tools.ts';

/** Descriptions of built-in tools for a conversation in writing. */
const writtenDescriptions: Partial<Record<BuiltinToolName, string>> = {
  end_call: 'Ends the conversation after your current message. Write a closing message in the same reply.',
  set_disposition:
    'Records the result of the conversation, such as interested or not_interested. The last one is used.',
};

export interface ReplyToolsOptions {
  readonly agent: Pick<AgentConfig, 'tools' | 'builtinTools'>;
  readonly flow: FlowGraph;
  /** Whether tools may have side effects. */
  readonly mayAct: boolean;
  readonly requests: RequestSender;
  readonly runBuiltinTool: (name: BuiltinToolName, args: Readonly<Record<string, unknown>>) => string;
  readonly renderText: (text: string) => string;
}

/** Returns the tools with which a language model writes a message. `send_digits` needs a call. */
export function replyTools({ agent, mayAct, ...options }: ReplyToolsOptions): AgentTools {
  const tools = agent.tools.filter(({ readOnly, method }) => mayAct || (readOnly ?? method === 'GET'));
  const builtinTools = mayAct ? agent.builtinTools.filter((name) => name !== 'send_digits') : [];
  const all = new ModelTools({
    ...options,
    agent: { tools, builtinTools },
    edges: { list: () => [], choose: () => {} },
  });
  return {
    get definitions() {
      return all.definitions.map((definition) => ({
        ...definition,
        description: writtenDescriptions[definition.name as BuiltinToolName] ?? definition.description,
      }));
    },
    isReadOnly: (name) => all.isReadOnly(name),
    endsTurn: (name) => all.endsTurn(name),
    replacesReply: () => false,
    run: (call, signal) => all.run(call, signal),
  };
}
