import { isE164, isFictionalNumber, parsePhoneNumber } from '../../core/phone-numbers.ts';
import type { FieldFault } from '../../core/problems.ts';
import { builtInDispositions, type DispositionCode } from '../../domain/disposition.ts';
import { dispositionCode } from '../../domain/fields.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import { findDispositionCodeByCode } from '../../store/disposition-codes.ts';
import type { Queryable } from '../../store/queryable.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import { problemFault, problemFromFaults } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { followUpFault, parseInstant } from './follow-up-time.ts';

/** The dependencies of the disposition checks. */
export interface DispositionCheckContext {
  readonly db: Queryable;
  readonly workspaceId: string;
  readonly nowMs: number;
  /** Whether the caller can reach the test network only. */
  readonly testOnly: boolean;
}

/** The validated parts of a manual disposition. */
export interface PreparedDisposition {
  readonly phoneNumber: string;
  readonly agent: AgentRow | undefined;
  readonly definition: DispositionCode;
  /** Null means no follow-up. */
  readonly scheduledAt: Date | null;
}

/**
 * Validates a disposition and returns its parts.
 * @throws {Problem} with all faults
 */
export async function prepareDisposition(
  context: DispositionCheckContext,
  sent: unknown,
): Promise<PreparedDisposition> {
  const { prepared, faults } = await validateDisposition(context, sent);
  if (prepared === undefined) throw problemFromFaults(faults);
  return prepared;
}

interface DispositionCheck {
  readonly prepared: PreparedDisposition | undefined;
  readonly faults: readonly FieldFault[];
}

/**
 * Validates a disposition. `body` may have any shape. Skips missing and mistyped fields, which the schema rejects, and then returns no
 * prepared disposition.
 */
export async function validateDisposition(
  context: DispositionCheckContext,
  body: unknown,
): Promise<DispositionCheck> {
  const { phoneNumber: number, disposition = defaultCode, agentId, scheduledAt: time } = sentFields(body);
  const faults: FieldFault[] = [];
  const definition = await findKnownDefinition(context, sentText(disposition), faults);
  const hasFollowUp = definition?.isTerminal === false;
  const agent = await findFollowUpAgent(context, agentId ?? null, hasFollowUp, faults);
  const phoneNumber = await parseUsableNumber(context, sentText(number), hasFollowUp, faults);
  const scheduledAt = definition && resolveFollowUpTime(definition, sentText(time), context.nowMs, faults);
  if (faults.length > 0 || !definition || !phoneNumber || scheduledAt === undefined)
    return { prepared: undefined, faults };
  return { prepared: { phoneNumber, agent, definition, scheduledAt }, faults };
}

const defaultCode = 'callback_scheduled';

async function findKnownDefinition(
  context: DispositionCheckContext,
  code: string | undefined,
  faults: FieldFault[],
): Promise<DispositionCode | undefined> {
  // The schema rejects a malformed code.
  if (code === undefined || !dispositionCode.safeParse(code).success) return undefined;
  const definition = await findDefinition(context, code);
  if (definition === undefined) faults.push(problemFault('disposition', 'unknown_disposition'));
  return definition;
}

const missingAgentFault: FieldFault = {
  path: 'agentId',
  code: 'required',
  message: 'Send the agent that makes the follow-up call.',
};

/** Returns the definition of a code; `undefined` if it is neither built in nor defined in the workspace. */
async function findDefinition(
  { db, workspaceId }: DispositionCheckContext,
  code: string,
): Promise<DispositionCode | undefined> {
  const builtIn: Readonly<Record<string, DispositionCode>> = builtInDispositions;
  if (Object.hasOwn(builtIn, code)) return builtIn[code];
  return findDispositionCodeByCode(db, { workspaceId, code });
}

async function findFollowUpAgent(
  { db, workspaceId }: DispositionCheckContext,
  sent: unknown,
  hasFollowUp: boolean,
  faults: FieldFault[],
): Promise<AgentRow | undefined> {
  if (hasFollowUp && sent === null) faults.push(missingAgentFault);
  const agentId = sentText(sent);
  if (agentId === undefined) return undefined;
  const agent = await findAgent(db, { workspaceId, agentId });
  if (agent === undefined) faults.push(problemFault('agentId', 'agent_not_found'));
  return agent;
}

/** Returns the number in E.164. Adds a fault for a suppressed number if the disposition has a follow-up call. */
async function parseUsableNumber(
  { db, workspaceId, testOnly }: DispositionCheckContext,
  text: string | undefined,
  hasFollowUp: boolean,
  faults: FieldFault[],
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const address = isE164(text) ? parsePhoneNumber(text)?.e164 : undefined;
  if (address === undefined) faults.push(problemFault('phoneNumber', 'invalid_number'));
  else if (hasFollowUp && testOnly && !isFictionalNumber(address))
    faults.push(problemFault('phoneNumber', 'test_key'));
  else if (hasFollowUp && (await isSuppressed(db, { workspaceId, channel: 'voice', address })))
    faults.push(problemFault('phoneNumber', 'opted_out'));
  return address;
}

/** Returns the time of the follow-up call; null if there is none, `undefined` if its time is missing or invalid. */
function resolveFollowUpTime(
  { isTerminal, retryDelaySeconds }: DispositionCode,
  text: string | undefined,
  nowMs: number,
  faults: FieldFault[],
): Date | null | undefined {
  if (isTerminal) {
    if (text !== undefined) faults.push(unexpectedTimeFault);
    return null;
  }
  if (text === undefined) {
    if (retryDelaySeconds !== null) return new Date(nowMs + retryDelaySeconds * 1000);
    faults.push({ path: 'scheduledAt', code: 'required', message: 'Send the time of the follow-up.' });
    return undefined;
  }
  const at = parseInstant(text);
  const fault = at && followUpFault(at, nowMs);
  if (fault !== undefined) faults.push(fault);
  return at;
}

const unexpectedTimeFault: FieldFault = {
  path: 'scheduledAt',
  code: 'invalid_value',
  message: 'A terminal disposition has no follow-up. Omit scheduledAt.',
};
