import { eventOf, type ServedReply, type WireFormat } from './wire-format.ts';

/** Gemini `streamGenerateContent` with `alt=sse`. Tool calls arrive whole. */
export const googleFormat: WireFormat = {
  modelOf: (path) => /models\/([^:]+):/.exec(path)?.[1] ?? '',
  partsOf: ({ pieces = [], toolCall }) => [
    ...pieces.map((text) => candidate({ text })),
    ...(toolCall === undefined
      ? []
      : [candidate({ functionCall: { id: toolCall.id, name: toolCall.name, args: toolCall.arguments } })]),
  ],
  textEvent: (text) => candidate({ text }),
  endOf: (reply) => [
    eventOf({
      candidates: [
        { index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: finishReason(reply) },
      ],
      usageMetadata: {
        promptTokenCount: reply.inputTokens ?? 0,
        candidatesTokenCount: reply.outputTokens ?? 0,
        totalTokenCount: 0,
        ...(reply.cachedInputTokens !== undefined && { cachedContentTokenCount: reply.cachedInputTokens }),
      },
      modelVersion: 'm',
      responseId: 'r1',
    }),
  ],
  errorEvent: (message) => eventOf({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  errorBody: (code, message) => ({
    error: { code, message, status: code === 400 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE' },
  }),
};

const candidate = (part: object): string =>
  eventOf({
    candidates: [{ index: 0, content: { role: 'model', parts: [part] } }],
    modelVersion: 'm',
    responseId: 'r1',
  });

const finishReason = ({ reason }: ServedReply): string => (reason === 'length' ? 'MAX_TOKENS' : 'STOP');
