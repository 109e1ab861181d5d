import { argumentPieces, eventOf, type ServedReply, type WireFormat } from './wire-format.ts';

/** OpenAI chat completions. */
export const openAiFormat: WireFormat = {
  modelOf: (_path, body) => String(body['model']),
  partsOf: (reply) => deltasOf(reply).map((delta) => chunk({ delta, finish_reason: null })),
  textEvent: (content) => chunk({ delta: { content }, finish_reason: null }),
  endOf: (reply) => [
    chunk({ delta: {}, finish_reason: finishReason(reply) }),
    eventOf({ ...envelope, choices: [], usage: usageOf(reply) }),
    'data: [DONE]\n\n',
  ],
  errorEvent: (message) => eventOf({ error: { message, type: 'server_error', code: null } }),
  errorBody: (_status, message) => ({ error: { message, type: 'server_error' } }),
};

const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'm' };

const chunk = (choice: object): string => eventOf({ ...envelope, choices: [{ index: 0, ...choice }] });

function deltasOf(reply: ServedReply): object[] {
  const { pieces = [], toolCall } = reply;
  const texts = pieces.map((content) => ({ role: 'assistant', content }));
  if (toolCall === undefined) return texts;
  const { id, name } = toolCall;
  const start = { index: 0, id, type: 'function', function: { name, arguments: '' } };
  return [
    ...texts,
    { role: 'assistant', content: null, tool_calls: [start] },
    ...argumentPieces(reply).map((text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
  ];
}

const finishReason = ({ toolCall, reason }: ServedReply): string =>
  reason ?? (toolCall === undefined ? 'stop' : 'tool_calls');

function usageOf({ inputTokens = 0, outputTokens = 0, cachedInputTokens }: ServedReply): object {
  const details =
    cachedInputTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedInputTokens } };
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: 0, ...details };
}
