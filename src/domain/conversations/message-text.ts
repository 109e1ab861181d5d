import type { MessageChannel } from './recipient.ts';
import type { AgentInLanguage } from '../agent.ts';
import type { VariableValue } from '../flow/protocol.ts';
import { lookUp } from '../flow/scope.ts';
import { closeGaps, fillIn, missingValue } from '../flow/template.ts';
import { withSingleHourWord, writeValue, type WritingStyle } from './written-value.ts';

type Values = Readonly<Record<string, VariableValue>>;

/** The values of the variables in a message. */
export interface MessageScope extends WritingStyle {
  /** The variables of the flow, with their defaults. */
  readonly variables: Values;
  readonly dynamic: Values;
  readonly customer: Values;
  readonly agent: Values;
}

/** The text of a message with variables replaced. */
export interface FilledText {
  readonly text: string;
  /** Variables without a value, each once. They are removed from the text. */
  readonly missing: readonly string[];
}

/**
 * Returns the template with each variable replaced by its value, written in the language and time zone of the recipient. Values are not interpreted as
 * templates.
 */
export function fillMessage(template: string, scope: MessageScope): FilledText {
  const { variables, ...context } = scope;
  const missing = new Set<string>();
  const text = fillIn(template, (name) => {
    const value = lookUp(name, { context, state: { variables, heard: null } });
    if (value !== undefined && value !== null) return writeValue(value, scope);
    missing.add(name);
    return missingValue;
  });
  return { text: withSingleHourWord(missing.size === 0 ? text : closeGaps(text)), missing: [...missing] };
}

/** Maximum length in characters of a text that a model writes, for agents without `maxLength`. Most SMS carriers reject longer texts. */
const defaultMaxLength = { sms: 1_600, email: 10_000 } as const satisfies Record<MessageChannel, number>;

type Writer = Pick<AgentInLanguage, 'signature' | 'maxLength'>;

/** Returns the text with the signature of the agent below it. A text that ends with the signature is unchanged. */
export function withSignature(text: string, { signature }: Writer, channel: MessageChannel): string {
  const lines = signature.trim();
  if (lines === '' || text.trim() === '' || text.trimEnd().endsWith(lines)) return text;
  return `${text.trimEnd()}${channel === 'sms' ? '\n' : '\n\n'}${lines}`;
}

/** Returns the maximum length in characters of a text that a model writes, without the signature. At least 1. */
export function maxGeneratedLength(agent: Writer, channel: MessageChannel): number {
  const maxLength = agent.maxLength ?? defaultMaxLength[channel];
  const signatureLength = withSignature('.', agent, channel).length - 1;
  return Math.max(maxLength - signatureLength, 1);
}
