import type { MessageChannel } from '../contracts/message-carrier.ts';
import type { AgentConfig } from '../domain/agent.ts';

/** Maximum length in characters of a text that a model writes, for agents without `maxLength`. Most SMS carriers reject longer texts. */
const defaultMaxLength = { sms: 1_600, email: 10_000 } as const satisfies Record<MessageChannel, number>;

type Writer = Pick<AgentConfig, 'signature' | 'maxLength'>;

/** Returns the text with the signature of the agent below it. A text that ends with the signature is unchanged. */
export function withSignature(text: string, { signature }: Writer, channel: MessageChannel): string {
  const lines = signature.trim();
  if (lines === '' || text.trim() === '' || text.trimEnd().endsWith(lines)) return text;
  return `${text.trimEnd()}${channel === 'sms' ? '\n' : '\n\n'}${lines}`;
}

/** Returns the maximum length in characters of a text that a model writes, without the signature. At least 1. */
export function generatedLengthMax(agent: Writer, channel: MessageChannel): number {
  const maxLength = agent.maxLength ?? defaultMaxLength[channel];
  const signatureLength = withSignature('.', agent, channel).length - 1;
  return Math.max(maxLength - signatureLength, 1);
}
