import type { CallDetail } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { QueryState } from '../../components/states.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { callQuery } from '../calls/call-query.ts';
import { CallStatusBadge } from '../calls/call-status.tsx';
import { isOn, LiveCall } from '../calls/live-call.tsx';
import { Transcript } from '../calls/transcript.tsx';

interface ActiveCallPanelProps {
  readonly callId: string;
  readonly onClose: () => void;
}

const numberOf = ({ direction, fromNumber, toNumber }: CallDetail): string =>
  direction === 'inbound' ? fromNumber : toNumber;

/** The selected call beside the list: commands, and the transcript as it is spoken. Escape closes it. */
export function ActiveCallPanel({ callId, onClose }: ActiveCallPanelProps) {
  const query = useQuery(callQuery(callId));
  const [isSpeaking, setIsSpeaking] = useState(false);
  useEscape(onClose);
  return (
    <aside
      aria-label={text.live.panel}
      className="flex w-[28rem] shrink-0 flex-col border-l border-line bg-canvas max-lg:fixed max-lg:inset-0 max-lg:z-20 max-lg:w-full"
    >
      <QueryState query={query}>
        {(call) => (
          <>
            <header className="flex items-center gap-2 border-b border-line bg-surface px-4 py-3">
              <div className="min-w-0 flex-1">
                <h2 className="truncate font-semibold">
                  {call.customer.name ?? formatPhone(numberOf(call))}
                </h2>
                <p className="truncate text-xs text-muted">
                  <PersonLink address={numberOf(call)} /> · {call.agent.name}
                </p>
              </div>
              {call.status === 'ended' && <CallStatusBadge {...call} />}
              {call.status !== 'ended' && isOn(call, 'hold') && <Badge tone="info">{text.live.held}</Badge>}
              <ButtonLink to="/calls/$callId" params={{ callId }}>
                {text.live.open}
              </ButtonLink>
              <Button isIcon variant="ghost" aria-label={text.common.close} onClick={onClose}>
                <X aria-hidden size={16} />
              </Button>
            </header>
            <div
              tabIndex={0}
              role="log"
              aria-label={text.calls.call.transcript}
              className="min-h-40 flex-1 overflow-y-auto p-4"
            >
              <Transcript call={call} isAgentSpeaking={isSpeaking} />
              <LastEntry key={call.transcript.length} />
            </div>
            {call.status !== 'ended' && (
              <div className="max-h-[60%] overflow-y-auto border-t border-line p-4">
                <LiveCall call={call} onSpeaking={setIsSpeaking} />
              </div>
            )}
          </>
        )}
      </QueryState>
    </aside>
  );
}

/** Calls a function when Escape is pressed, unless a dialog is open: it closes first. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('[role="dialog"]') === null) onEscape();
    };
    // Before the listener of the dialog, which removes the dialog.
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onEscape]);
}

/** The end of the transcript. With a key for each length, it scrolls to the newest entry. */
function LastEntry() {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <div ref={end} />;
}
