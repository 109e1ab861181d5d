import type { CallDetail } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Facts, Section } from '../../components/page.tsx';
import { formatDateTime, formatDuration, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';

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
          [words.facts.disposition, call.disposition],
          [words.facts.notes, call.notes],
          [words.facts.sentiment, call.sentiment],
          [words.facts.direction, text.calls.directions[call.direction]],
          [words.facts.from, formatPhone(call.fromNumber)],
          [words.facts.to, formatPhone(call.toNumber)],
          [
            words.facts.agent,
            <Link
              key="agent"
              to="/agents/$agentId"
              params={{ agentId: call.agent.id }}
              className="underline underline-offset-2"
            >
              {call.agent.name}
            </Link>,
          ],
          [
            words.facts.flow,
            call.flowId === null ? null : (
              <Link
                key="flow"
                to="/flows/$flowId"
                params={{ flowId: call.flowId }}
                className="underline underline-offset-2"
              >
                {words.facts.flowVersion(call.flowVersion ?? 1)}
              </Link>
            ),
          ],
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
