import { flowTexts, type MessageFlow } from '../flow/flow.ts';
import { isLanguageTag } from '../../core/language-subtags.ts';
import { hasTextsIn, textLanguages } from '../texts.ts';

/** What decides about the language of a conversation. */
export interface LanguageSource {
  readonly customer: Readonly<Record<string, unknown>>;
  readonly agent: { readonly language: string } | undefined;
  readonly flow: object | undefined;
  /** The language of the conversation with the agent that handed it over; undefined if no agent did. */
  readonly current?: string | undefined;
}

/**
 * Returns the language (BCP 47) of a conversation: that of the customer if the flow has texts in it, else the current one if the flow has texts in it, else of the agent, else of the flow, else the first of
 * the texts, else English.
 */
export function conversationLanguage({ customer, agent, flow, current }: LanguageSource): string {
  const { languages } = textLanguages(flow, flowTexts);
  const selected = languages === undefined ? [] : [customer['language'], current];
  // Flows of earlier versions have no language.
  const ofFlow = (flow as Partial<MessageFlow> | undefined)?.language;
  const found = [...selected, agent?.language, ofFlow, languages?.[0]].find(
    (tag) => typeof tag === 'string' && isLanguageTag(tag) && hasTextsIn(languages, tag),
  );
  return (found as string | undefined) ?? 'en-US';
}
