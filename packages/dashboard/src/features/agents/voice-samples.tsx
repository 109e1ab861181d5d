import type { Agent } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/states.tsx';
import { usePlayer } from '../../components/use-player.ts';
import { text } from '../../text/index.ts';
import { useCan } from '../session/session.ts';
import { providersQuery } from './agent-options.ts';

const words = text.agents.agent.voices;

interface Voice {
  readonly voiceId: string;
  readonly language: string;
}

const maxVoices = 24;

/** The voices of the agent and of its provider, each with a button that plays a sentence in its language. */
export function VoiceSamples({ agent: { voice, language } }: { readonly agent: Agent }) {
  const canPlay = useCan('calls:place');
  const { data: providers } = useQuery(providersQuery);
  const player = usePlayer();
  const play = useChange(
    async (sample: Voice) => {
      const { provider, speed, volume } = voice;
      const settings = { provider, voiceId: sample.voiceId, speed, volume };
      const body = { text: sentenceIn(sample.language), language: sample.language, voice: settings };
      player.play(keyOf(sample), await api.previewVoice({ body }));
    },
    { changes: [] },
  );
  const voices = voicesOf(voice, language, providers?.textToSpeech ?? []);
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{words.title}</h3>
      <p className="text-xs text-faint">{canPlay ? words.hint : text.common.forbidden('calls:place')}</p>
      <FormError message={[play.message, ...Object.values(play.fields)].join(' ').trim()} />
      <ul className="flex flex-wrap gap-2">
        {voices.map((sample) => {
          const isPlaying = player.playing === keyOf(sample);
          return (
            <li key={keyOf(sample)}>
              <Button
                disabled={!canPlay}
                pending={play.isPending && play.variables === sample}
                onClick={() => (isPlaying ? player.stop() : play.mutate(sample))}
              >
                {isPlaying ? <Square aria-hidden size={13} /> : <Play aria-hidden size={13} />}
                <span>
                  <span className="sr-only">{isPlaying ? words.stop : words.play}</span> {sample.voiceId}{' '}
                  <span className="font-normal text-muted">{sample.language}</span>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const keyOf = ({ voiceId, language }: Voice): string => `${voiceId} ${language}`;

/** Returns the voices of the agent, then the others of its provider that speak its language, then the rest. */
function voicesOf(
  { provider, voiceId }: Agent['voice'],
  language: string,
  providers: readonly {
    readonly provider: string;
    readonly voices: readonly Voice[] | null;
    readonly suggestedVoices: readonly string[];
  }[],
): readonly Voice[] {
  const { voices = null, suggestedVoices = [] } = providers.find((one) => one.provider === provider) ?? {};
  const offered = voices ?? suggestedVoices.map((name) => ({ voiceId: name, language }));
  const spokenBy = (name: string) => offered.find((one) => one.voiceId === name)?.language ?? language;
  const own =
    typeof voiceId === 'string'
      ? [{ voiceId, language: spokenBy(voiceId) }]
      : Object.entries(voiceId).map(([tag, name]) => ({ voiceId: name, language: tag }));
  const isSame = (one: Voice) => one.language.slice(0, 2) === language.slice(0, 2);
  const all = [...own, ...offered.filter(isSame), ...offered.filter((one) => !isSame(one))].filter(
    (one) => one.voiceId !== '',
  );
  return [...new Map(all.map((one) => [keyOf(one), one])).values()].slice(0, maxVoices);
}

const sentenceIn = (language: string): string => words.sentences[language.slice(0, 2)] ?? words.sentences.en;
