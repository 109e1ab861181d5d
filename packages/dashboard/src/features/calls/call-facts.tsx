import type { CallDetail } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { formatDateTime, formatDuration, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { dispositionName } from '../dispositions/disposition-text.tsx';

const words = text.calls.call;
const optionalTime = (iso: string | null) => (iso === null ? null : formatDateTime(iso));

export function CallFacts({ call }: { readonly call: CallDetail }) {
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
          [words.facts.fault, call.fault === 'none' ? null : call.fault],
          [words.facts.disposition, call.disposition && dispositionName(call.disposition)],
          [words.facts.notes, call.notes],
          [words.facts.sentiment, call.sentiment && text.live.sentiments[call.sentiment]],
          [words.facts.direction, text.calls.directions[call.direction]],
          ...numbersOf(call),
          ...originOf(call),
          [words.facts.model, call.agent.model],
          [words.facts.voice, `${call.agent.voice.provider} ${call.agent.voice.voiceId}`],
          [words.facts.attempt, call.attempt > 1 ? call.attempt : null],
          [words.facts.created, formatDateTime(call.createdAt)],
          [words.facts.answered, optionalTime(call.answeredAt)],
          [words.facts.ended, optionalTime(call.endedAt)],
          [words.facts.duration, call.durationSeconds === null ? null : formatDuration(call.durationSeconds)],
          [
            words.facts.id,
            <code key="id" className="font-mono text-xs break-all">
              {call.callId}
            </code>,
          ],
          [
            words.facts.room,
            <code key="room" className="font-mono text-xs break-all">
              {call.roomName}
            </code>,
          ],
        ]}
      />
    </Section>
  );
}

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
      flowId === null ? null : (
        <Link key="flow" to="/flows/$flowId" params={{ flowId }} className={linkClass}>
          {words.facts.flowVersion(flowVersion ?? 1)}
        </Link>
      ),
    ],
    [
      words.facts.batch,
      batchId === null ? null : (
        <Link
          key="batch"
          to="/batches/$batchId"
          params={{ batchId }}
          className={`font-mono text-xs break-all ${linkClass}`}
        >
          {batchId}
        </Link>
      ),
    ],
  ] as const;

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
      <Facts facts={Object.entries(fields).map(([name, value]) => [name, String(value ?? '–')])} />
    </Section>
  );
}

/** The variables of the call. Nothing without variables. */
export function CallVariables({ call: { variables } }: { readonly call: CallDetail }) {
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <Section title={words.variables}>
      <Facts facts={entries.map(([name, value]) => [name, String(value ?? '–')])} />
    </Section>
  );
}
