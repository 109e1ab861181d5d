import type { AgentConfig } from './agent.ts';

/** A text of an agent that can contain variables. */
export interface AgentText {
  /** Path of the field, such as `tools[0].description`. */
  readonly path: string;
  readonly text: string;
}

/** Returns the texts of an agent that can contain variables. A messaging agent uses those for its language model only. */
export function agentTexts(agent: AgentConfig): AgentText[] {
  const { phrases, tools, recording, voicemail } = agent;
  const { reminder, fillers, apology, notUnderstood } = phrases;
  const isVoice = agent.type === 'voice';
  const spoken: readonly (readonly [path: string, texts: unknown])[] = [
    ['voicemail.message', voicemail.message],
    ['recording.consentMessage', recording.consentMessage],
    ['phrases.reminder', reminder],
    ['phrases.fillers', fillers],
    ['phrases.apology', apology],
    ['phrases.notUnderstood', notUnderstood],
  ];
  const texts: readonly (readonly [path: string, texts: unknown])[] = [
    ...(isVoice ? [['firstMessage', agent.firstMessage] as const] : []),
    ['personality', agent.personality],
    ...(isVoice ? spoken : []),
    ...tools.flatMap(({ description, parameters }, index) => [
      [`tools[${index}].description`, description] as const,
      ...descriptionsIn(parameters, `tools[${index}].parameters`),
    ]),
  ];
  return texts.flatMap(([path, ofField]) => textsOf(ofField, path));
}

/** Returns the texts of a field: one text, a list, or those of each language. */
function textsOf(texts: unknown, path: string): AgentText[] {
  if (typeof texts === 'string') return texts === '' ? [] : [{ path, text: texts }];
  if (Array.isArray(texts)) return texts.flatMap((text, index) => textsOf(text, `${path}[${index}]`));
  return Object.entries(texts ?? {}).flatMap(([name, text]) => textsOf(text, `${path}.${name}`));
}

/** Returns the descriptions in a JSON Schema, at any depth. */
function descriptionsIn(schema: unknown, path: string): (readonly [path: string, text: string])[] {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => descriptionsIn(item, `${path}[${index}]`));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string'
      ? [[`${path}.${name}`, value] as const]
      : descriptionsIn(value, `${path}.${name}`),
  );
}
