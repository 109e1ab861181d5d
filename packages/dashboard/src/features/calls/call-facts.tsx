import type { CallDetail } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { formatDateTime, formatDuration, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { readableValues, resultText, valueText } from '../batches/row-text.ts';
import { batchQuery, rowQuery } from '../batches/batch-queries.ts';
import { dispositionName } from '../dispositions/disposition-text.tsx';
import { flowQuery } from '../flows/flow-query.ts';

const words = text.calls.call;
const optionalTime = (iso: string | null) => (iso === null ? null : formatDateTime(iso));

export function CallFacts({ call }: { readonly call: CallDetail }) {
  const batchResult = useBatchResult(call);
  return (
    <Section title={words.details}>
      <Facts
        facts={[
          [
            words.facts.result,
            call.endReason === null
              ? text.calls.statuses[call.status]
              : text.calls.endReasons[call.endReason],
          ],
          [words.facts.endDetail, call.endDetail],
          [words.facts.fault, call.fault && text.calls.events.faultNames[call.fault]],
          [words.facts.disposition, call.disposition && dispositionName(call.disposition)],
          [words.facts.batchResult, batchResult],
          [words.facts.notes, call.notes],
          [words.facts.sentiment, call.sentiment && text.live.sentiments[call.sentiment]],
          [words.facts.direction, text.calls.directions[call.direction]],
          ...numbersOf(call),
          ...originOf(call),
          [words.facts.attempt, call.attempt > 1 ? call.attempt : null],
          [words.facts.created, formatDateTime(call.createdAt)],
          [words.facts.answered, optionalTime(call.answeredAt)],
          [words.facts.ended, optionalTime(call.endedAt)],
          [words.facts.duration, call.durationSeconds === null ? null : formatDuration(call.durationSeconds)],
        ]}
      />
      <TechnicalFacts call={call} />
    </Section>
  );
}

/** Returns what the batch of the call counts for its row, if this is the last call of the row. */
function useBatchResult({ callId, batchId, jobId, endedAt }: CallDetail): string | null {
  const isOfBatch = batchId !== null && jobId !== null && endedAt !== null;
  const { data } = useQuery({ ...rowQuery(batchId ?? '', jobId ?? ''), ...silent, enabled: isOfBatch });
  return data?.callId === callId ? resultText(data) : null;
}

/** What only the operator of the service needs. */
const TechnicalFacts = ({ call }: { readonly call: CallDetail }) => (
  <details className="border-t border-line">
    <summary className="px-4 py-2 text-sm text-muted">{words.technical}</summary>
    <Facts
      facts={[
        [words.facts.model, call.agent.model],
        [words.facts.voice, `${call.agent.voice.provider} ${call.agent.voice.voiceId}`],
        [words.facts.id, <Id key="id" value={call.callId} />],
        [words.facts.room, <Id key="room" value={call.roomName} />],
      ]}
    />
  </details>
);

const Id = ({ value }: { readonly value: string }) => (
  <code className="font-mono text-xs break-all">{value}</code>
);

/** The number of the customer is a link, that of the workspace is not. */
const numbersOf = ({ direction, fromNumber, toNumber }: CallDetail) => {
  const isInbound = direction === 'inbound';
  const customer = (
    <PersonLink key="person" address={isInbound ? fromNumber : toNumber} className={linkClass} />
  );
  return [
    [words.facts.from, isInbound ? customer : formatPhone(fromNumber)],
    [words.facts.to, isInbound ? formatPhone(toNumber) : customer],
  ] as const;
};

const linkClass = 'underline underline-offset-2';

/** The agent, flow and batch of a call, as links to their pages. */
const originOf = ({ agent, flowId, flowVersion, batchId }: CallDetail) =>
  [
    [
      words.facts.agent,
      <Link key="agent" to="/agents/$agentId" params={{ agentId: agent.id }} className={linkClass}>
        {agent.name}
      </Link>,
    ],
    [
      words.facts.flow,
      flowId === null ? null : <FlowLink key="flow" flowId={flowId} version={flowVersion ?? 1} />,
    ],
    [words.facts.batch, batchId === null ? null : <BatchLink key="batch" batchId={batchId} />],
  ] as const;

/** A name that cannot be read is omitted: that of a deleted flow, or without the scope. */
const silent = { meta: { isSilent: true }, staleTime: 60_000 };

function FlowLink({ flowId, version }: { readonly flowId: string; readonly version: number }) {
  const { data } = useQuery({ ...flowQuery(flowId), ...silent });
  return (
    <Link to="/flows/$flowId" params={{ flowId }} className={linkClass}>
      {words.facts.flowVersion(data?.name, version)}
    </Link>
  );
}

function BatchLink({ batchId }: { readonly batchId: string }) {
  const { data } = useQuery({ ...batchQuery(batchId), ...silent });
  return (
    <Link to="/batches/$batchId" params={{ batchId }} className={linkClass}>
      {data?.name ?? words.facts.batch}
    </Link>
  );
}

/** What the service concluded after the call. Nothing without an analysis. */
export function CallAnalysis({ call: { analysis } }: { readonly call: CallDetail }) {
  if (analysis === null) return null;
  const { success, summary, successReason, fields, reason } = analysis;
  return (
    <Section
      title={words.analysis}
      actions={
        success !== null && (
          <Badge tone={success ? 'ok' : 'bad'}>{success ? words.success : words.failure}</Badge>
        )
      }
    >
      {summary !== null && <p className="px-4 pt-3 text-sm">{summary}</p>}
      {successReason !== null && <p className="px-4 pt-2 text-sm text-muted">{successReason}</p>}
      {reason !== null && <p className="px-4 pt-2 text-sm text-muted">{reason}</p>}
      <Facts facts={Object.entries(fields).map(([name, value]) => [name, valueText(value)])} />
    </Section>
  );
}

/** What is known about a customer, besides the number. */
export const customerFacts = ({ name, email, externalId, timezone }: CallDetail['customer']) =>
  [
    [words.customerFacts.name, name],
    [words.customerFacts.email, email],
    [words.customerFacts.externalId, externalId],
    [words.customerFacts.timezone, timezone],
  ] as const;

/** Whom the call is about: the customer, and the values with which it started, such as those of its row. Nothing without both. */
export function CallCustomer({ call: { customer, dynamic } }: { readonly call: CallDetail }) {
  const facts = [...customerFacts(customer), ...readableValues(dynamic)];
  if (facts.every(([, value]) => value === undefined)) return null;
  return (
    <Section title={words.customer}>
      <Facts facts={facts} />
    </Section>
  );
}

/** The variables that the call has set. Nothing without such variables. */
export function CallVariables({ call: { variables, dynamic } }: { readonly call: CallDetail }) {
  const entries = Object.entries(variables).filter(([name, value]) => dynamic[name] !== value);
  if (entries.length === 0) return null;
  return (
    <Section title={words.variables}>
      <Facts facts={entries.map(([name, value]) => [name, valueText(value)])} />
    </Section>
  );
}
