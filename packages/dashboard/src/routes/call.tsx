import type { CallDetail } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { Page, Section } from '../components/page.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { EmptyState, QueryState } from '../components/states.tsx';
import { Tabs } from '../components/tabs.tsx';
import { CallAgain } from '../features/calls/call-again.tsx';
import { CallCosts } from '../features/calls/call-costs.tsx';
import { CallEnding, CallEvents } from '../features/calls/call-events.tsx';
import { CallAnalysis, CallCustomer, CallFacts, CallVariables } from '../features/calls/call-facts.tsx';
import { CallPlayer, recordingStartMs } from '../features/calls/call-player.tsx';
import { callQuery } from '../features/calls/call-query.ts';
import { CallStatusBadge } from '../features/calls/call-status.tsx';
import { LiveCall } from '../features/calls/live-call.tsx';
import { SipMessages } from '../features/calls/sip-messages.tsx';
import { Transcript } from '../features/calls/transcript.tsx';
import type { Span } from '../features/calls/waveform.tsx';
import { useCan } from '../features/session/session.ts';
import { formatDateTime, formatPhone } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.calls.call;

/** One call: what was said, when and why, while it is active and after it. */
export function CallPage() {
  const { callId } = useParams({ from: '/shell/calls/$callId' });
  const query = useQuery(callQuery(callId));
  return <QueryState query={query}>{(call) => <CallView call={call} />}</QueryState>;
}

function CallView({ call }: { readonly call: CallDetail }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [currentMs, setCurrentMs] = useState<number>();
  const [isSpeaking, setIsSpeaking] = useState(false);
  const [span, setSpan] = useState<Span>();
  const number = call.direction === 'inbound' ? call.fromNumber : call.toNumber;
  const { transcript } = call;
  const canListen = useCan('recordings:read');
  const hasRecording = call.recording?.available === true;
  const onPosition = useCallback(
    (ms: number) => {
      const current = transcript.find(({ startMs, endMs }) => ms >= startMs && ms < endMs);
      setCurrentMs(current?.startMs);
    },
    [transcript],
  );
  const seek = (ms: number) => {
    if (audio.current === null) return;
    audio.current.currentTime = Math.max(ms - recordingStartMs(call), 0) / 1000;
    void audio.current.play();
  };
  return (
    <Page
      title={call.customer.name ?? formatPhone(number)}
      description={
        <span className="break-words">
          <Link to="/calls" className="underline-offset-2 hover:underline">
            {words.back}
          </Link>{' '}
          <span aria-hidden>/</span> <PersonLink address={number} /> · {call.agent.name} ·{' '}
          {formatDateTime(call.createdAt)}
        </span>
      }
      actions={<CallActions call={call} />}
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {call.status !== 'ended' && <LiveCall call={call} onSpeaking={setIsSpeaking} />}
          {hasRecording && (
            <Recording>
              <CallPlayer call={call} audioRef={audio} onPosition={onPosition} span={span} />
            </Recording>
          )}
          <CallRecord call={call}>
            <Transcript
              call={call}
              isAgentSpeaking={isSpeaking}
              currentMs={currentMs}
              {...(hasRecording && canListen && { onSeek: seek, onSpan: setSpan })}
            />
            {transcript.length === 0 && <CallEnding call={call} />}
          </CallRecord>
        </div>
        <div className="grid min-w-0 gap-4">
          <CallCustomer call={call} />
          <CallAnalysis call={call} />
          <CallFacts call={call} />
          <CallVariables call={call} />
          <CallCosts call={call} />
        </div>
      </div>
    </Page>
  );
}

const CallActions = ({ call }: { readonly call: CallDetail }) => (
  <>
    <CallStatusBadge {...call} />
    <CallAgain call={call} />
  </>
);

/** The player, or why the user may not listen. */
function Recording({ children }: { readonly children: ReactNode }) {
  if (useCan('recordings:read')) return <div className="top-0 z-10 md:sticky">{children}</div>;
  return (
    <Section title={words.recording}>
      <p className="px-4 py-3 text-sm text-muted">{text.common.forbidden('recordings:read')}</p>
    </Section>
  );
}

/** The transcript, and the events and SIP messages behind it. */
function CallRecord({ call, children }: { readonly call: CallDetail; readonly children: ReactNode }) {
  const { tab } = useSearch({ from: '/shell/calls/$callId' });
  const navigate = useNavigate({ from: '/calls/$callId' });
  return (
    <Tabs
      label={words.views}
      value={tab === 'events' || tab === 'sip' ? tab : 'transcript'}
      onValue={(value) =>
        void navigate({ search: value === 'transcript' ? {} : { tab: value }, replace: true })
      }
      tabs={[
        { name: 'transcript', label: words.transcript, content: children },
        { name: 'events', label: words.events, content: <CallEvents call={call} /> },
        { name: 'sip', label: words.sip, content: <SipView call={call} /> },
      ]}
    />
  );
}

/** The messages of an active call are not stored yet. */
const SipView = ({ call: { callId, endedAt } }: { readonly call: CallDetail }) =>
  endedAt === null ? (
    <EmptyState title={text.calls.sip.missingTitle}>{text.calls.sip.active}</EmptyState>
  ) : (
    <SipMessages callId={callId} endedAt={endedAt} />
  );
