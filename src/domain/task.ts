import { z } from 'zod';
import { createdAt, exampleId, idOf, instant, namedEnum, text, updatedAt } from './fields.ts';

export const taskKind = namedEnum(
  ['callback', 'person_requested', 'approval', 'unknown_message', 'inbound_message', 'agent_failed'],
  {
    id: 'TaskKind',
    title: 'Task kind',
    description: 'Why a person is needed.',
    values: {
      callback: 'The customer was promised a call of a person at `dueAt`. No agent makes this call.',
      person_requested: 'The customer asked for a person, in a call or a message.',
      approval: 'A message waits for approval.',
      unknown_message: 'It is unknown whether a message was sent.',
      inbound_message: 'A message of a stranger belongs to no conversation of a flow.',
      agent_failed: 'The agent could not continue the call or the conversation.',
    },
    example: 'callback',
  },
);

export type TaskKind = z.output<typeof taskKind>;

export const taskStatus = namedEnum(['open', 'done'], {
  id: 'TaskStatus',
  title: 'Task status',
  description: 'Whether the task is done.',
  values: {
    open: 'A person has to do the task.',
    done: 'The task is done. A task of a message or conversation is also done when a person has handled it.',
  },
  example: 'open',
});

export type TaskStatus = z.output<typeof taskStatus>;

export const maxTaskNote = 2_000;
export const maxAssignee = 200;

const dueAt = z.iso.datetime().nullable().meta({
  description: 'When the task is due. Null: as soon as possible.',
});
const assignee = z
  .string()
  .nullable()
  .meta({
    description: 'The person who does the task: a user, or a name of your own system. Null: nobody yet.',
    examples: [exampleId('user')],
  });

/** The data that the API and the event `task.created` have in common. */
export const taskFields = {
  kind: taskKind,
  status: taskStatus,
  reason: z.string().meta({
    description: 'Why a person is needed, in a sentence.',
    examples: ['Asked to speak to a person.'],
  }),
  dueAt,
  assignee,
  address: z.string().meta({
    description: 'The phone number in E.164, or the email address, of the customer.',
    examples: ['+12025550112'],
  }),
  links: z
    .strictObject({
      callId: idOf('call').nullable(),
      dispositionId: idOf('disposition').nullable(),
      conversationId: idOf('conversation').nullable(),
      messageId: idOf('message').nullable(),
    })
    .meta({ description: 'What the task is about. Null: none.' }),
};

/** A task for a person. */
export const Task = z
  .strictObject({
    id: idOf('task'),
    ...taskFields,
    customerName: z
      .string()
      .nullable()
      .meta({ description: 'The name of the customer, if it is known.', examples: ['Ada Lovelace'] }),
    note: z.string().meta({ description: 'A note for users.', examples: ['Called twice, no answer.'] }),
    doneAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the task was done. Null while it is open.' }),
    doneBy: z
      .string()
      .nullable()
      .meta({
        description: 'The user or key that finished the task, or `system`. Null while it is open.',
        examples: [exampleId('user')],
      }),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Task' });

export type Task = z.output<typeof Task>;

/** The request that assigns, annotates, reschedules, finishes or reopens a task. Omitted fields are unchanged. */
export const TaskPatch = z.strictObject({
  status: taskStatus.optional().meta({ description: '`done` finishes the task, `open` reopens it.' }),
  dueAt: instant.nullable().optional().meta({
    description: 'When the task is due. Null: as soon as possible.',
  }),
  assignee: text(maxAssignee)
    .min(1)
    .nullable()
    .optional()
    .meta({
      description: 'The person who does the task. Null: nobody.',
      examples: [exampleId('user')],
    }),
  note: text(maxTaskNote)
    .optional()
    .meta({
      description: 'A note for users, at most 2,000 characters.',
      examples: ['Called twice, no answer.'],
    }),
});

export type TaskPatch = z.output<typeof TaskPatch>;
