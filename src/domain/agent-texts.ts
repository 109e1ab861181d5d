import type { AgentConfig } from './agent.ts';

/** A text of an agent that can contain variables. */
export interface AgentText {
  /** Path of the field, such as `tools[0].description`. */
  readonly path: string;
  readonly text: string;
}

/** Returns the texts of a voice agent that can contain variables. */
export function agentTexts(agent: AgentConfig): AgentText[] {
  const { phrases, tools, recording, voicemail } = agent;
  const { reminder, fillers, apology, notUnderstood } = phrases;
  const texts: readonly (readonly [path: string, text: string | null])[] = [
    ['firstMessage', agent.firstMessage],
    ['personality', agent.personality],
    ['voicemail.message', voicemail.message],
    ['recording.consentMessage', recording.consentMessage],
    ['phrases.reminder', reminder],
    ...(fillers ?? []).map((text, index) => [`phrases.fillers[${index}]`, text] as const),
    ['phrases.apology', apology],
    ['phrases.notUnderstood', notUnderstood],
    ...tools.flatMap(({ description, parameters }, index) => [
      [`tools[${index}].description`, description] as const,
      ...descriptionsIn(parameters, `tools[${index}].parameters`),
    ]),
  ];
  return texts.flatMap(([path, text]) => (text === null || text === '' ? [] : [{ path, text }]));
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
