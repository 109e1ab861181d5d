import { universalPhrases } from '../languages/en/requests.ts';
import type { Language, Sentences } from '../languages/language.ts';
import { universalIntentIn } from '../languages/opt-out.ts';
import { universalIntentIds, type UniversalIntentId } from '../understanding/requests.ts';
import type { FlowEdge } from './flow.ts';
import type { FlowNode } from './node.ts';

/*
 * Nodes for universal intents, which are added to each flow. Their ids contain a full stop, which ids of other nodes cannot contain.
 */

const nodeIds: Readonly<Record<UniversalIntentId, string>> = {
  opt_out: 'builtin.opt_out',
  wrong_number: 'builtin.wrong_number',
  who_is_this: 'builtin.who_is_this',
  callback: 'builtin.callback',
  person: 'builtin.person',
};

/** Returns the nodes with the sentences of a language. Notes and dispositions are for the operator, in English. */
export function universalNodes(sentences: Sentences): readonly FlowNode[] {
  const callbackConfig = {
    at: '{{heard.date_time}}',
    prompt: sentences.callback.question,
    retries: 2,
  } as const;
  return [
    {
      id: nodeIds.opt_out,
      type: 'end',
      config: { text: sentences.optOut, disposition: 'do_not_call' },
    },
    {
      id: nodeIds.wrong_number,
      type: 'end',
      config: { text: sentences.wrongNumber, disposition: 'wrong_number' },
    },
    {
      id: nodeIds.who_is_this,
      type: 'say',
      config: { text: sentences.whoIsThis, interruptible: true },
    },
    {
      id: nodeIds.callback,
      type: 'schedule_callback',
      config: {
        ...callbackConfig,
        by: 'agent',
        notes: 'Asked to be called back.',
        confirmation: sentences.callback.agreed,
      },
    },
    {
      id: nodeIds.person,
      type: 'say',
      config: {
        text: sentences.person.offer,
        interruptible: true,
      },
    },
    {
      id: 'builtin.person_callback',
      type: 'schedule_callback',
      config: {
        ...callbackConfig,
        by: 'person',
        notes: 'Asked to speak to a person.',
        confirmation: sentences.person.agreed,
      },
    },
    {
      id: 'builtin.person_noted',
      type: 'set_disposition',
      config: {
        disposition: 'answered',
        notes: 'Asked to speak to a person. No time for a call was agreed on.',
      },
    },
    {
      id: 'builtin.goodbye_person',
      type: 'end',
      config: { text: sentences.person.goodbye },
    },
    { id: 'builtin.goodbye', type: 'end', config: { text: sentences.goodbye } },
  ];
}

const edge = (from: string, to: string, condition: FlowEdge['condition']): FlowEdge => ({
  id: `${from}-${to}`,
  from,
  to,
  priority: 0,
  condition,
});

/** `who_is_this`, and a callback without an agreed time, have no edge: the call returns to the interrupted node. */
export const universalEdges: readonly FlowEdge[] = [
  edge(nodeIds.callback, 'builtin.goodbye', { type: 'result', ok: true }),
  edge(nodeIds.person, 'builtin.person_callback', { type: 'always' }),
  edge('builtin.person_callback', 'builtin.goodbye', { type: 'result', ok: true }),
  edge('builtin.person_callback', 'builtin.person_noted', { type: 'else' }),
  edge('builtin.person_noted', 'builtin.goodbye_person', { type: 'always' }),
];

/** All phrases of the built-in recogniser, which understands English only, with the ids that it reports. */
export const universalPhraseSets = universalIntentIds.map((intent) => ({
  intent,
  id: nodeIds[intent],
  phrases: universalPhrases[intent],
}));

/** Returns the universal intent of an input, by the recogniser's match, else by the words. */
export function matchUniversalIntent(
  { phraseId, text }: { readonly phraseId: string | null; readonly text: string },
  language: Language,
): UniversalIntentId | undefined {
  const known = universalPhraseSets.find(({ id }) => id === phraseId);
  return known?.intent ?? universalIntentIn(text, language);
}

export const nodeOfUniversalIntent = (intent: UniversalIntentId): string => nodeIds[intent];
