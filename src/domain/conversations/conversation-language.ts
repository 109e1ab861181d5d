import { flowTexts, type MessageFlow } from '../flow/flow.ts';
import { isLanguageTag } from '../../core/language-subtags.ts';
import { hasTextsIn, textLanguages } from '../texts.ts';

/** What decides about the language of a conversation. */
export interface LanguageSource {
  readonly customer: Readonly<Record<string, unknown>>;
  readonly agent: { readonly language: string } | undefined;
  readonly flow: object | undefined;
}

/**
 * Returns the language (BCP 47) of a conversation: that of the customer if the flow has texts in it, else of the agent, else of the flow, else the first of
 * the texts, else English.
 */
export function conversationLanguage({ customer, agent, flow }: LanguageSource): string {
  const { languages } = textLanguages(flow, flowTexts);
  const ofCustomer = languages === undefined ? undefined : customer['language'];
  // Flows of earlier versions have no language.
  const ofFlow = (flow as Partial<MessageFlow> | undefined)?.language;
  const found = [ofCustomer, agent?.language, ofFlow, languages?.[0]].find(
    (tag) => typeof tag === 'string' && isLanguageTag(tag) && hasTextsIn(languages, tag),
  );
  return (found as string | undefined) ?? 'en-US';
}
