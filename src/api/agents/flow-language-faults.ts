import type { FieldFault } from '../../core/problems.ts';
import { AgentInput, agentTextFields, hasModel, type AgentConfig } from '../../domain/agent.ts';
import type { TextRules } from '../../domain/batches/row-check.ts';
import { flowTexts, type FlowDefinition } from '../../domain/flow/flow.ts';
import { listOf } from '../../domain/language-tags.ts';
import { hasLanguage, languageNames } from '../../domain/languages/language.ts';
import { applyMergePatch } from '../../domain/merge-patch.ts';
import { hasTextsIn, textLanguages } from '../../domain/texts.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';
import { problemFault } from '../reject-faults.ts';
import { firstSent } from './language-faults.ts';

/** Nodes whose answers are understood by the rules of a language. */
const answerNodeTypes: ReadonlySet<string> = new Set(['ask', 'gather_digits', 'schedule_callback']);

type LanguageConfig = Pick<AgentConfig, 'language' | 'model' | 'modelSettings'>;

/** Returns the first node of a flow of any shape whose answers only the rules of a language understand, if the agent has no language model. */
function firstQuestion(flow: unknown): Readonly<Record<string, unknown>> | undefined {
  return sentList(sentFields(flow).nodes)
    .map(sentFields)
    .find(({ type }) => answerNodeTypes.has(sentText(type) ?? ''));
}

/** Returns the languages that a row of a batch can select, as far as texts and understanding are concerned. */
export function textRules(agent: AgentConfig, flow: FlowDefinition | undefined): TextRules {
  const ofFlow = textLanguages(flow, flowTexts).languages;
  const ofAgent = textLanguages(agent, agentTextFields).languages;
  return {
    texts: ofFlow === undefined ? ofAgent : ofFlow.filter((tag) => hasTextsIn(ofAgent, tag)),
    needsRules: !hasModel(agent) && firstQuestion(flow) !== undefined,
  };
}

/** Returns the faults of an agent in its language with a flow of any shape: texts that are missing in it, and answers that nothing understands. */
export function flowLanguageFaults(agent: LanguageConfig, flow: unknown, path: string): FieldFault[] {
  const { language } = agent;
  const { languages } = textLanguages(flow, flowTexts);
  const faults = hasTextsIn(languages, language) ? [] : [textsMissing(path, 'flow', languages!, language)];
  if (hasLanguage(language) || hasModel(agent)) return faults;
  const node = firstQuestion(flow);
  if (node === undefined) return faults;
  const { id, type } = node;
  const message = `Parley understands answers in ${languageNames}, not in ${language}, and the flow asks in the node "${sentText(id) ?? ''}" (${sentText(type)}). Select one of these languages, or set a language model.`;
  return [...faults, problemFault(path, 'language_not_supported', message)];
}

const textsMissing = (
  path: string,
  owner: 'agent' | 'flow',
  languages: readonly string[],
  language: string,
): FieldFault => ({
  path,
  code: 'language_without_texts',
  message: `The texts of the ${owner} are in ${listOf(languages)}, not in ${language}. Add the texts, or select one of these languages.`,
});

/**
 * Returns the faults of the languages of an agent after a change: texts that are not in the same languages, no texts in its own language, and those
 * with its flow. `sent` holds the changed fields in any shape; `base` is the agent before the change.
 */
export function agentLanguageFaults(
  sent: unknown,
  base: AgentConfig | undefined,
  flow: unknown,
): FieldFault[] {
  const merged = sentFields(applyMergePatch(base ?? {}, sent));
  const { languages, faults } = textLanguages(merged, agentTextFields);
  const agent = readLanguageConfig(merged);
  if (agent === undefined) return [...faults];
  const changed = firstSent(sent, ['language', 'flowId', 'model', 'modelSettings']);
  const path = changed ?? 'language';
  const { language } = agent;
  const isChecked = flow !== undefined && (changed !== undefined || base === undefined);
  return [
    ...faults,
    ...(hasTextsIn(languages, language) ? [] : [textsMissing(path, 'agent', languages!, language)]),
    ...(isChecked ? flowLanguageFaults(agent, flow, path) : []),
  ];
}

const languageConfig = AgentInput.pick({ language: true, model: true, modelSettings: true });

/** Undefined if the schema rejects one of the fields. */
const readLanguageConfig = ({ language, model, modelSettings }: Readonly<Record<string, unknown>>) =>
  languageConfig.safeParse({ language, model, modelSettings }).data;
