import { argumentPieces, eventOf, type ServedReply, type WireFormat } from './wire-format.ts';

/** Anthropic Messages. */
export const anthropicFormat: WireFormat = {
  modelOf: (_path, body) => String(body['model']),
  partsOf: (reply) => [startOf(reply), named({ type: 'ping' }), ...textOf(reply), ...toolOf(reply)],
  textEvent: (text) => delta(0, { type: 'text_delta', text }),
  endOf: (reply) => [
    named({
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: reply.outputTokens ?? 0 },
    }),
    named({ type: 'message_stop' }),
  ],
  errorEvent: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } }),
  errorBody: (status, message) => ({
    type: 'error',
    error: { type: status === 400 ? 'invalid_request_error' : 'overloaded_error', message },
  }),
};

const named = (event: { readonly type: string } & Record<string, unknown>): string =>
  eventOf(event, event.type);

const delta = (index: number, change: object): string =>
  named({ type: 'content_block_delta', index, delta: change });

const block = (index: number, content: object): string =>
  named({ type: 'content_block_start', index, content_block: content });

const blockEnd = (index: number): string => named({ type: 'content_block_stop', index });

function startOf({ inputTokens = 0, cachedInputTokens = 0 }: ServedReply): string {
  const usage = {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: 1,
  };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return named({ type: 'message_start', message });
}

/** An unfinished text block has no end. */
function textOf({ pieces = [], ending, fault }: ServedReply): string[] {
  if (pieces.length === 0 && fault === undefined) return [];
  const deltas = pieces.map((text) => delta(0, { type: 'text_delta', text }));
  const isOpen = ending !== undefined || fault !== undefined;
  return [block(0, { type: 'text', text: '' }), ...deltas, ...(isOpen ? [] : [blockEnd(0)])];
}

function toolOf(reply: ServedReply): string[] {
  if (reply.toolCall === undefined) return [];
  const { id, name } = reply.toolCall;
  return [
    block(1, { type: 'tool_use', id, name, input: {} }),
    ...argumentPieces(reply).map((text) => delta(1, { type: 'input_json_delta', partial_json: text })),
    blockEnd(1),
  ];
}

const stopReason = ({ toolCall, reason }: ServedReply): string => {
  if (reason === 'length') return 'max_tokens';
  return toolCall === undefined ? 'end_turn' : 'tool_use';
};
