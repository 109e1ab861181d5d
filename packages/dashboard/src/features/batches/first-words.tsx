import type { BatchReport } from '@parley/sdk/client';
import { Volume2 } from 'lucide-react';
import { useRef } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/states.tsx';
import { usePlayer } from '../../components/use-player.ts';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { RowSample } from './row-sample.tsx';

const words = text.batches.form;
/** The longest text that the service speaks before a call. */
const maxSpokenCharacters = 500;

interface FirstWordsProps {
  readonly report: BatchReport;
  readonly agentId: string;
}

/** What the agent says first to a person of the file, as text and as sound. */
export function FirstWords({ report: { openings, preview, phoneNumbers }, agentId }: FirstWordsProps) {
  const samples = openings.flatMap((opening, index) => {
    if (opening === null) return [];
    const name = preview[index]?.['name'] ?? '';
    const label = name === '' ? formatPhone(phoneNumbers[index] ?? '') : name;
    return [{ label, body: <Opening {...opening} agentId={agentId} /> }];
  });
  return <RowSample title={words.sample} samples={samples} />;
}

interface OpeningProps {
  readonly text: string;
  readonly language: string;
  readonly agentId: string;
}

function Opening({ text: opening, language, agentId }: OpeningProps) {
  if (opening === '') return <p className="text-muted">{words.sampleEmpty}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p lang={language} className="max-w-prose">
        {opening}
      </p>
      <ListenButton body={{ agentId, language, text: opening.slice(0, maxSpokenCharacters) }} />
    </div>
  );
}

/** Plays a text in the voice of the agent. */
function ListenButton({ body }: { readonly body: Parameters<typeof api.previewVoice>[0]['body'] }) {
  const canHear = useCan('calls:place');
  const player = usePlayer();
  const sound = useRef<Blob>(undefined);
  const play = useChange(
    async () => {
      sound.current ??= await api.previewVoice({ body });
      player.play(body.text, sound.current);
    },
    { changes: [] },
  );
  return (
    <>
      <Button
        type="button"
        disabled={!canHear}
        title={canHear ? undefined : text.common.forbidden('calls:place')}
        pending={play.isPending}
        onClick={() => play.mutate(undefined)}
      >
        <Volume2 aria-hidden size={16} strokeWidth={1.75} />
        {words.listen}
      </Button>
      <FormError message={play.message} />
    </>
  );
}
