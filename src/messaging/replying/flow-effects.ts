import type { IdSource } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { builtInDispositions, type DispositionCode } from '../../domain/disposition.ts';
import type { CallbackCaller, VariableValue } from '../../domain/flow/protocol.ts';
import type { AgentRow } from '../../store/agents.ts';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import { addConversationWarning } from '../../store/conversations/replies.ts';
import { findDispositionCodeByCode } from '../../store/disposition-codes.ts';
import { insertDispositionWithEvent } from '../../store/dispositions/dispositions.ts';
import { findOwnedNumberOfWorkspace } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { openTask } from '../../store/tasks.ts';
import { createFlowMessage, type FlowMessageContext, withKnownVariables } from '../sending/flow-message.ts';

/** An effect of a flow or a tool, which is stored in the transaction of the reply. */
export type FlowEffect =
  | { readonly type: 'disposition'; readonly disposition: string; readonly notes: string }
  /** `at`: ISO 8601 UTC. */
  | {
      readonly type: 'callback';
      readonly at: string;
      readonly notes: string;
      readonly by: CallbackCaller;
    }
  | {
      readonly type: 'message';
      readonly nodeId: string;
      readonly flowId: string;
      readonly to: string;
      /** The variables of the flow. */
      readonly variables: Readonly<Record<string, VariableValue>>;
    }
  | { readonly type: 'opt-out' };

/** A conversation whose flow or agent has effects. */
export interface EffectScope {
  readonly conversation: ConversationRow;
  readonly agent: AgentRow | undefined;
  readonly at: Date;
}

export interface EffectContext extends FlowMessageContext {
  readonly ids: IdSource;
  readonly logger: Logger;
}

/**
 * Applies the effects of a flow or of tools in the transaction of the reply. Of several dispositions the last one is stored; each callback is stored. A customer
 * without a phone number has no dispositions, because they belong to numbers. `isComplete` is false if a callback that the customer was promised could not be stored.
 */
export async function applyFlowEffects(
  tx: Queryable,
  effects: readonly FlowEffect[],
  scope: EffectScope,
  context: EffectContext,
): Promise<{ readonly isComplete: boolean }> {
  let isComplete = true;
  const lastDisposition = effects.findLast(({ type }) => type === 'disposition');
  for (const effect of effects) {
    if (effect.type === 'message') await sendFlowMessage(tx, effect, scope, context);
    if (effect.type === 'callback')
      isComplete = (await recordCallback(tx, effect, scope, context)) && isComplete;
    if (effect.type === 'disposition' && effect === lastDisposition)
      await recordDisposition(tx, effect, scope, context);
  }
  return { isComplete };
}

type EffectOf<Type extends FlowEffect['type']> = Extract<FlowEffect, { type: Type }>;

async function sendFlowMessage(
  tx: Queryable,
  { nodeId, flowId, to, variables }: EffectOf<'message'>,
  { conversation, at }: EffectScope,
  context: EffectContext,
): Promise<void> {
  const { workspaceId, id: conversationId, customer, userId, testOnly } = conversation;
  const dynamic = withKnownVariables(conversation.dynamic, variables);
  const metadata = { conversationId, nodeId };
  const request = {
    workspaceId,
    flowId,
    to,
    customer,
    dynamic,
    metadata,
    actorId: userId,
    testOnly,
    at,
  };
  const failure = await createFlowMessage(tx, request, context);
  if (failure === undefined) return;
  context.logger.warn({ conversation: conversationId, node: nodeId, failure }, 'A flow sent no message.');
  const warning = { nodeId, text: failure, at: at.toISOString() };
  await addConversationWarning(tx, { workspaceId, conversationId }, warning);
}

/** Returns the customer's phone number in E.164; undefined if it is not known. */
function phoneOf({ channel, recipient, customer }: ConversationRow): string | undefined {
  const number = channel === 'sms' ? recipient : customer['phone'];
  return typeof number === 'string' ? parsePhoneNumber(number)?.e164 : undefined;
}

async function recordCallback(
  tx: Queryable,
  { at: time, notes, by }: EffectOf<'callback'>,
  scope: EffectScope,
  context: EffectContext,
): Promise<boolean> {
  const scheduledAt = new Date(time);
  if (by === 'person') {
    await openCallbackTask(tx, scope.conversation, { dueAt: scheduledAt, notes, at: scope.at });
    return true;
  }
  const disposition = { code: 'callback_scheduled', status: 'pending', scheduledAt, notes } as const;
  return (await storeDisposition(tx, disposition, scope, context)) !== undefined;
}

/** Creates the task of a call that the customer was promised of a person. No agent makes this call. */
async function openCallbackTask(
  tx: Queryable,
  conversation: ConversationRow,
  { dueAt, notes, at }: { readonly dueAt: Date; readonly notes: string; readonly at: Date },
): Promise<void> {
  await openTask(tx, {
    workspaceId: conversation.workspaceId,
    conversationId: conversation.id,
    kind: 'callback',
    reason: notes === '' ? 'A call of a person was agreed on.' : notes,
    address: phoneOf(conversation) ?? conversation.recipient,
    dueAt,
    at,
  });
}

async function recordDisposition(
  tx: Queryable,
  { disposition: code, notes }: EffectOf<'disposition'>,
  scope: EffectScope,
  context: EffectContext,
): Promise<void> {
  const { workspaceId } = scope.conversation;
  const definition = await definitionOf(tx, workspaceId, code);
  const address = await storeDisposition(
    tx,
    { code, status: 'completed', scheduledAt: null, notes },
    scope,
    context,
  );
  if (address === undefined || definition?.addsToDnc !== true) return;
  const reason = `Recorded as ${code}.`;
  await addSuppression(tx, { workspaceId, channel: 'voice', address, reason, at: scope.at });
}

async function definitionOf(
  tx: Queryable,
  workspaceId: string,
  code: string,
): Promise<Pick<DispositionCode, 'addsToDnc'> | undefined> {
  const builtIn: Readonly<Record<string, DispositionCode>> = builtInDispositions;
  return Object.hasOwn(builtIn, code) ? builtIn[code] : findDispositionCodeByCode(tx, { workspaceId, code });
}

interface NewDisposition {
  readonly code: string;
  readonly status: 'pending' | 'completed';
  readonly scheduledAt: Date | null;
  readonly notes: string;
}

/** Stores a disposition and publishes its event. Returns the customer's phone number; stores nothing and returns undefined if it is not known. */
async function storeDisposition(
  tx: Queryable,
  { code, status, scheduledAt, notes }: NewDisposition,
  { conversation, agent, at }: EffectScope,
  { ids, logger }: EffectContext,
): Promise<string | undefined> {
  const { workspaceId, id: conversationId, dynamic, testOnly } = conversation;
  const phoneNumber = phoneOf(conversation);
  if (phoneNumber === undefined) {
    logger.warn(
      { conversation: conversationId, code },
      'A disposition was not stored: the customer has no number.',
    );
    return undefined;
  }
  const agentId = scheduledAt === null ? (agent?.id ?? null) : await callingAgent(tx, workspaceId, agent);
  await insertDispositionWithEvent(tx, {
    id: ids.newId('disposition'),
    workspaceId,
    callId: null,
    phoneNumber,
    disposition: code,
    status,
    scheduledAt,
    attempt: 1,
    agentId,
    agentName: agentId === agent?.id ? (agent?.config.name ?? null) : null,
    batchId: null,
    notes,
    testOnly,
    ...(scheduledAt === null ? {} : { customer: customerOf(conversation), dynamic }),
    at,
  });
  return phoneNumber;
}

/** Returns the agent that calls back: the one that answers calls to the number of the messaging agent; null if there is none. */
async function callingAgent(
  tx: Queryable,
  workspaceId: string,
  agent: AgentRow | undefined,
): Promise<string | null> {
  const e164 = agent?.config.phoneNumber ?? null;
  const number = e164 === null ? undefined : await findOwnedNumberOfWorkspace(tx, { workspaceId, e164 });
  return number?.agentId ?? null;
}

/** Returns the customer fields of a conversation that calls have too. */
function customerOf({ customer }: ConversationRow): Record<string, string> {
  const fields = (['name', 'email', 'timezone'] as const).flatMap((field) => {
    const value = customer[field];
    return typeof value === 'string' && value !== '' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(fields);
}
