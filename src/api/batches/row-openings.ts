import type { z } from 'zod';
import type { BatchReport } from '../../domain/batches/batch.ts';
import type { CheckedRow } from '../../domain/batches/csv-reader.ts';
import type { RunAction } from '../../models/flow-run.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { openRun } from '../flows/prepare-run.ts';

type Opening = z.input<typeof BatchReport>['openings'][number];

/** The agent that speaks, and the local time of each person. */
interface OpeningQuery {
  readonly caller: Caller;
  readonly agentId: string;
  readonly timezones: readonly (string | null)[];
}

/** Returns what the agent says first to the person of each row; null for a row that is not called. No request reaches a model or a server. */
export async function rowOpenings(
  rows: readonly (CheckedRow | null)[],
  { caller, agentId, timezones }: OpeningQuery,
  context: ApiContext,
): Promise<Opening[]> {
  const offline = { ...context, models: { ...context.models, languageModel: () => undefined } };
  const openings: Opening[] = [];
  for (const [index, row] of rows.entries()) {
    if (row === null || row.skipReason !== null) {
      openings.push(null);
      continue;
    }
    const { customer, overrides, dynamic } = row.callee;
    const { language, firstMessage } = overrides;
    const timezone = customer.timezone ?? timezones[index];
    const { run, language: spoken } = await openRun(
      { kind: 'agent', agentId },
      {
        workspaceId: caller.workspaceId,
        timezone: caller.timezone,
        sealed: undefined,
        customer: { ...customer, ...(language && { language }), ...(timezone && { timezone }) },
        dynamic,
        firstMessage,
        nowMs: undefined,
        sendRequests: false,
        responses: new Map(),
      },
      offline,
    );
    openings.push({ text: openingText(await run.start()), language: spoken });
  }
  return openings;
}

/** What the agent says afterwards depends on an answer, a server or a language model. */
const endsOpening: ReadonlySet<RunAction['type']> = new Set([
  'listen',
  'classify',
  'extract',
  'http_request',
  'agent_handoff',
  'end',
]);

function openingText(actions: readonly RunAction[]): string {
  const end = actions.findIndex(({ type }) => endsOpening.has(type));
  const said = actions.slice(0, end < 0 ? actions.length : end).filter((action) => action.type === 'say');
  return said.map(({ text }) => text.trim()).join(' ');
}
