import type { z } from 'zod';
import type { FieldFault } from '../../core/problems.ts';
import type { RecordingSettings } from '../../domain/calling-hours/rules/recording-consent.ts';
import { isTimeZone } from '../../core/time-zones.ts';
import { type BatchInput, type BatchReport, isPredialUrl } from '../../domain/batches/batch.ts';
import { callingHoursQuery, type TimeZoneSources } from '../../domain/calling-hours/calling-hours-query.ts';
import { checkCallingHours } from '../../domain/calling-hours/check-calling-hours.ts';
import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import {
  cellWarnings,
  columnsMissing,
  columnWarnings,
  encodingWarning,
  hoursWarnings,
  recordingWarnings,
  repeatWarning,
  trunkWarnings,
  type CheckedFile,
} from '../../domain/batches/column-warnings.ts';
import { flowColumns, type FlowColumns } from '../../domain/batches/flow-variables.ts';
import {
  findCallingHoursIssues,
  type CallingHoursIssues,
} from '../../domain/batches/calling-hours-issues.ts';
import type { NumberGroup } from '../../domain/batches/number-groups.ts';
import type { RowsByNetwork } from '../../domain/batches/number-networks.ts';
import type { RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import { purposeOf, type CallTerms, type Purpose } from '../../domain/calling-hours/purpose.ts';
import type { RowLanguages } from '../../domain/batches/row-check.ts';
import type { EgressPolicy } from '../../egress/egress-policy.ts';
import { findAgent } from '../../store/agents.ts';
import { analyzeBatches } from '../../store/batches/batches.ts';
import { findOwnNumbers } from '../../store/batches/callee-history.ts';
import { findFlow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { callLanguages } from '../agents/agent-languages.ts';
import { textRules } from '../agents/flow-language-faults.ts';
import { findBatchAgentWarnings } from '../agents/agent-warnings.ts';
import type { AgentWarning } from '../../domain/warning.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { validateCall, type CallCheckContext } from '../calls/prepare-call.ts';
import { egressFaults } from '../egress-faults.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentList } from '../http/sent-value.ts';

/**
 * Returns the faults that depend on the workspace: agent, numbers, time and pre-dial URL. `sent` is a batch of any shape. The rules for
 * the agent and the time are those of a single call.
 */
export async function batchFaults(context: BatchCheckContext, sent: unknown): Promise<FieldFault[]> {
  const { agentId, scheduledAt, fromNumbers, predialUrl, predialSecret } = sentFields(sent);
  const { faults } = await validateCall(context, { agentId, scheduledAt });
  const ownNumbers = new Set(await findOwnNumbers(context.db, context));
  const numberFaults = sentList(fromNumbers).flatMap((number, index) =>
    typeof number !== 'string' || ownNumbers.has(number)
      ? []
      : [problemFault(`fromNumbers[${index}]`, 'number_not_owned')],
  );
  return [...faults, ...numberFaults, ...predialFaults(context.egressPolicy, predialUrl, predialSecret)];
}

/** The dependencies of the batch checks. */
interface BatchCheckContext extends CallCheckContext {
  readonly egressPolicy: EgressPolicy;
}

/** Returns the dependencies of the batch checks in a workspace. */
export const batchCheckContext = (
  { workspaceId, isTestKey }: Caller,
  { database, clock, catalog, egressPolicy, settings }: ApiContext,
) => ({
  db: database.inWorkspace(workspaceId),
  workspaceId,
  catalog,
  egressPolicy,
  reachableNetworks: settings.reachableNetworks,
  nowMs: clock.now(),
  testOnly: isTestKey,
});

/** Rejects a secret without a URL, and a URL that is not allowed. The addresses of its host name are checked before each request. */
function predialFaults(egressPolicy: EgressPolicy, url: unknown, secret: unknown): FieldFault[] {
  const message = 'Send predialUrl too: the secret signs the requests to it.';
  if (url === undefined && secret !== undefined)
    return [{ path: 'predialSecret', code: 'invalid_value', message }];
  if (typeof url !== 'string' || !isPredialUrl(url)) return [];
  return egressFaults(egressPolicy, 'predialUrl', new URL(url));
}

/** After a batch of at least this size the tables are analyzed for the query planner. */
const analyzeFromRows = 5000;

/** Analyzes the tables after the jobs of a large batch were stored. An error is only logged. */
export async function analyzeNewJobs(
  db: Queryable,
  jobs: number,
  { logger }: Pick<ApiContext, 'logger'>,
): Promise<void> {
  if (jobs < analyzeFromRows) return;
  await analyzeBatches(db).catch((error: unknown) =>
    logger.warn({ err: error }, 'Failed to analyze the jobs of a new batch.'),
  );
}

const repeatWindowMs = 24 * 3_600_000;

/** Returns the start of the 24 hours in which a batch with the same numbers counts as repeated. */
export const repeatWindowStart = (at: Date): Date => new Date(at.getTime() - repeatWindowMs);

/** The rules of an agent and its flow for the rows of a file. */
export interface AgentRowRules {
  /** Null if the agent has no call flow. */
  readonly flow: FlowColumns | null;
  /** Languages that a row may select. */
  readonly languages: RowLanguages;
  /** Purpose of the calls, unless the batch sets another. */
  readonly purpose: Purpose;
  /** Warnings that do not depend on the file. */
  readonly agentWarnings: readonly AgentWarning[];
  /** How the agent records calls. */
  readonly recording: RecordingSettings;
}

/** Returns the rules of the agent and its flow; `undefined` if the agent does not exist. */
export async function findAgentRowRules(
  { database, catalog, egressPolicy }: Pick<ApiContext, 'database' | 'catalog' | 'egressPolicy'>,
  agentKey: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentRowRules | undefined> {
  const { workspaceId } = agentKey;
  const db = database.inWorkspace(workspaceId);
  const agent = await findAgent(db, agentKey);
  if (agent === undefined) return undefined;
  const { flowId } = agent.config;
  const flow = flowId === null ? undefined : await findFlow(db, { workspaceId, flowId });
  return {
    flow: flow?.definition.type === 'call' ? flowColumns(flow.definition, agent.config) : null,
    languages: {
      supported: callLanguages(agent.config, catalog),
      ...textRules(agent.config, flow?.definition),
    },
    purpose: purposeOf(agent.config),
    agentWarnings: await findBatchAgentWarnings(db, agent, { catalog, egressPolicy }),
    recording: agent.config.recording,
  };
}

/**
 * Returns the missing variables and the warnings of a file: unused columns, doubtful cells, and rows that are repeated, unreachable or
 * have a problem with calling hours.
 */
export const fileWarnings = (
  report: CheckedFile &
    Parameters<typeof cellWarnings>[0] &
    Pick<FileCallTerms, 'numberGroups'> &
    Pick<BatchInput, 'onRecentNumbers'> &
    Parameters<typeof encodingWarning>[0],
  {
    flow,
    agentWarnings = [],
    recording,
  }: Partial<Pick<AgentRowRules, 'flow' | 'agentWarnings' | 'recording'>>,
  { hoursIssues, repeated, unreachable }: RowFindings,
) => ({
  variablesMissing: flow ? columnsMissing(report, flow) : [],
  warnings: [
    ...encodingWarning(report).map((warning) => ({ ...warning, path: 'file', column: null })),
    ...agentWarnings.map((warning) => ({ ...warning, column: null, rows: 0, firstRows: [] })),
    ...[
      ...(flow ? columnWarnings(report, flow) : []),
      ...cellWarnings(report),
      ...hoursWarnings(hoursIssues),
      ...repeatWarning(repeated, report.onRecentNumbers),
      ...trunkWarnings(unreachable),
      ...(recording ? recordingWarnings(report.numberGroups, recording) : []),
    ].map((warning) => ({ ...warning, path: `columns.${warning.column}` })),
  ],
});

/** Rows with a warning that depends on other data of the workspace. */
interface RowFindings {
  readonly hoursIssues: CallingHoursIssues;
  /** Rows with numbers of recent batches of the agent. */
  readonly repeated: RepeatedRows;
  /** Rows with numbers that no network reaches. */
  readonly unreachable: RowsByNetwork;
}

/** Returns the rows with a problem that concerns the calling hours or the window of the batch. */
export async function findHoursIssues(
  db: Queryable,
  context: ApiContext,
  { numberGroups, ...batch }: FileCallTerms,
): Promise<CallingHoursIssues> {
  return findCallingHoursIssues(numberGroups, await hoursTerms(db, context, batch), zoneSources(context));
}

interface BatchCallTerms extends CallTerms {
  readonly workspaceId: string;
  readonly window: CallingWindow | null;
}

interface FileCallTerms extends BatchCallTerms {
  readonly numberGroups: readonly NumberGroup[];
}

const zoneSources = ({ zones, settings: { zoneWhenUnknown } }: ApiContext): TimeZoneSources => ({
  zones,
  zoneWhenUnknown,
});

/** Returns the calling hours that apply to the calls of a batch now. */
async function hoursTerms(db: Queryable, { clock }: ApiContext, { workspaceId, ...batch }: BatchCallTerms) {
  const { callingHours = 'law', callingWindow: workspaceHours = null } =
    (await findWorkspace(db, { workspaceId })) ?? {};
  return { nowMs: clock.now(), workspaceHours, callingHours, ...batch };
}

interface PreviewedRows {
  readonly preview: readonly Readonly<Record<string, string>>[];
  readonly phoneNumbers: readonly (string | null)[];
}

/** Returns the time zone of each row, and when its call is allowed; null for an invalid number. */
export async function findCalleeTimes(
  db: Queryable,
  context: ApiContext,
  { preview, phoneNumbers, ...batch }: BatchCallTerms & PreviewedRows,
): Promise<z.input<typeof BatchReport>['calleeTimes']> {
  const terms = await hoursTerms(db, context, batch);
  return phoneNumbers.map((number, index) => {
    if (number === null) return null;
    const zone = preview[index]?.['timezone'];
    const customerZone = zone !== undefined && isTimeZone(zone) ? zone : undefined;
    const query = callingHoursQuery({ ...terms, number, customerZone }, zoneSources(context));
    const { nextAllowedAtMs } = checkCallingHours(query);
    return {
      timezone: customerZone ?? query.candidateZones[0] ?? null,
      nextAllowedAt: nextAllowedAtMs === null ? null : new Date(nextAllowedAtMs).toISOString(),
    };
  });
}
