import type { LanguageModel } from '../contracts/language-model.ts';
import { conversationLines, type Conversation } from './history.ts';
import { answerOf, type ModelSettings } from './model-answer.ts';

export interface EdgeStatement {
  readonly edgeId: string;
  /** A statement about the conversation that may be true. */
  readonly text: string;
}

const instruction = [
  'You observe a conversation. Below it is a numbered list of statements.',
  'Answer with the number of the first statement that is true now, or with 0 if none is.',
  'Answer with the number alone.',
].join(' ');

/**
 * Returns the id of the edge whose statement is true according to the first language model that does not fail. Returns null if no statement is true or
 * all models fail; the flow then follows its `else` edge. `onFailure` receives the error of the last model.
 */
export async function classify(
  statements: readonly EdgeStatement[],
  history: Conversation,
  models: readonly LanguageModel[],
  settings: ModelSettings,
  signal: AbortSignal,
  onFailure: (error: unknown) => void = () => {},
): Promise<string | null> {
  const lines = conversationLines(history);
  const numbered = statements.map(({ text }, index) => `${index + 1}. ${text}`);
  const content = `Conversation:\n${lines.join('\n')}\n\nStatements:\n${numbered.join('\n')}`;
  const messages = [
    { role: 'system', content: instruction },
    { role: 'user', content },
  ] as const;
  const { timeoutMs } = settings;
  const request = { messages, temperature: 0, maxTokens: 50, timeoutMs, signal };
  let answer: string;
  try {
    answer = await answerOf(models, request);
  } catch (error) {
    onFailure(error);
    return null;
  }
  const number = /\d+/.exec(answer)?.[0];
  return number === undefined ? null : (statements[Number(number) - 1]?.edgeId ?? null);
}
