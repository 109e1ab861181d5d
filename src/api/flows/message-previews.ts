import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { countSegments } from '../../core/sms-segments.ts';
import { type AgentInLanguage, agentIn } from '../../domain/agent.ts';
import { withSignature } from '../../domain/conversations/message-text.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import { fillIn, variablesOf } from '../../domain/flow/template.ts';
import { inLanguage } from '../../domain/texts.ts';
import { findSendingAgent } from '../../messaging/sending/flow-message.ts';
import type { Queryable } from '../../store/queryable.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';

/** A text that a message flow sends, as its recipient receives it. */
export const MessagePreview = z.strictObject({
  path: z.string().meta({
    description: 'The text of the flow, with its language if it is given per language.',
    examples: ['nodes[2].config.text.de'],
  }),
  variables: z.array(z.string()).meta({
    description: 'The variables of the text.',
    examples: [['customer.name']],
  }),
  sms: z
    .strictObject({
      text: z.string().meta({
        description: 'The text with the signature of the agent.',
        examples: ['Hello {{customer.name}}, your table is ready.'],
      }),
      characters: z.int().meta({
        description: 'The number of characters without the variables, whose values are unknown.',
        examples: [29],
      }),
      encoding: z.enum(['gsm7', 'ucs2']).meta({
        description:
          'The encoding: `gsm7` has 160 characters in one part, `ucs2` 70. Longer texts have 153 or 67 in each part.',
      }),
      segments: z.int().meta({
        description: 'The number of parts without the variables. Each part is billed.',
        examples: [1],
      }),
    })
    .nullable()
    .meta({ description: 'The SMS. Null: the flow sends no SMS.' }),
  email: z
    .strictObject({
      subject: z.string().meta({
        description: 'The subject. Later emails of a conversation begin with `Re:`.',
        examples: ['Your table'],
      }),
      text: z.string().meta({
        description: 'The text with the signature of the agent.',
        examples: ['Hello {{customer.name}}, your table is ready.'],
      }),
    })
    .nullable()
    .meta({ description: 'The email. Null: the flow sends no email.' }),
});

type MessagePreview = z.output<typeof MessagePreview>;

/** A long text takes up to a millisecond, so the event loop runs after this number of texts. */
const textsPerTurn = 20;

/** Returns the messages of a message flow of any shape. Call flows have none. */
export async function messagePreviews(
  db: Queryable,
  {
    workspaceId,
    flowId,
    flow,
  }: { readonly workspaceId: string; readonly flowId: string; readonly flow: unknown },
): Promise<MessagePreview[]> {
  const texts = messageTexts(flow);
  if (texts.length === 0) return [];
  const { agentId, language: flowLanguage } = sentFields(flow);
  const definition = { agentId: sentText(agentId) ?? null };
  const agent = await findSendingAgent({ db, workspaceId }, { id: flowId, definition });
  const previews: MessagePreview[] = [];
  for (const message of texts) {
    const language = message.language ?? agent?.config.language ?? sentText(flowLanguage) ?? 'en';
    const writer = agent === undefined ? undefined : agentIn(agent.config, language);
    previews.push(previewOf(message, sentFields(flow), { language, writer }));
    if (previews.length % textsPerTurn === 0) await setImmediate();
  }
  return previews;
}

function previewOf(
  { path, text }: MessageText,
  { channel, subject }: Readonly<Record<string, unknown>>,
  { language, writer }: { readonly language: string; readonly writer: AgentInLanguage | undefined },
): MessagePreview {
  const signed = (by: MessageChannel) => (writer === undefined ? text : withSignature(text, writer, by));
  const ownSubject = sentText(inLanguage({ subject }, { subject: true }, language).subject) ?? '';
  const isFirst = path.startsWith('initiationMessage') || ownSubject === '';
  return {
    path,
    variables: variablesOf(text),
    sms: channel === 'email' ? null : smsOf(signed('sms')),
    email:
      channel === 'sms'
        ? null
        : { subject: isFirst ? ownSubject : `Re: ${ownSubject}`, text: signed('email') },
  };
}

function smsOf(text: string): NonNullable<MessagePreview['sms']> {
  const fixed = fillIn(text, () => '');
  return { text, characters: [...fixed].length, ...countSegments(fixed) };
}

interface MessageText {
  readonly path: string;
  /** The BCP 47 tag; undefined if the text is the same in all languages. */
  readonly language: string | undefined;
  readonly text: string;
}

/** Fields of nodes that are sent. The `prompt` of a conversation node is an instruction for the language model. */
const fieldsOfNodes = ['text', 'prompt', 'reprompt', 'firstMessage', 'message', 'confirmation'] as const;

function messageTexts(flow: unknown): MessageText[] {
  const { type, initiationMessage, nodes } = sentFields(flow);
  if (type !== 'message') return [];
  return [
    ...textsOf(initiationMessage, 'initiationMessage'),
    ...sentList(nodes).flatMap((node, index) => textsOfNode(node, index)),
  ];
}

function textsOfNode(node: unknown, index: number): MessageText[] {
  const { type, config } = sentFields(node);
  const values = sentFields(config);
  return fieldsOfNodes
    .filter((name) => name !== 'prompt' || type !== 'conversation')
    .flatMap((name) => textsOf(values[name], `nodes[${index}].config.${name}`));
}

function textsOf(value: unknown, path: string): MessageText[] {
  const byLanguage: readonly (readonly [string | undefined, unknown])[] =
    typeof value === 'string' ? [[undefined, value]] : Object.entries(sentFields(value));
  return byLanguage.flatMap(([language, text]) =>
    typeof text === 'string' && text.trim() !== ''
      ? [{ path: language === undefined ? path : `${path}.${language}`, language, text }]
      : [],
  );
}
