import type { RecordingPeaks } from '@parley/sdk/client';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { formatDuration } from '../../format.ts';
import { text } from '../../text/index.ts';

/** A part of a recording. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

interface WaveformProps {
  readonly peaks: RecordingPeaks | undefined;
  readonly durationMs: number;
  readonly audioRef: RefObject<HTMLAudioElement | null>;
  readonly onSeek: (ms: number) => void;
  /** Shown as a band over both sides. */
  readonly span: Span | undefined;
}

const stepsMs: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowDown: -5_000,
  ArrowRight: 5_000,
  ArrowUp: 5_000,
  PageDown: -30_000,
  PageUp: 30_000,
};

/** Both sides of a recording over time: the customer above, the agent below. A click or a key moves the position. */
export function Waveform({ peaks, durationMs, audioRef, onSeek, span }: WaveformProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const canvas = canvasRef.current;
    const audio = audioRef.current;
    if (canvas === null || audio === null) return undefined;
    const draw = () => {
      const positionMs = audio.currentTime * 1000;
      setSeconds(Math.floor(audio.currentTime));
      drawWaveform(canvas, { peaks, durationMs, positionMs, span });
    };
    return redrawOn(canvas, audio, draw);
  }, [peaks, durationMs, audioRef, span]);
  const seekTo = (ms: number) => onSeek(Math.min(Math.max(ms, 0), durationMs));
  const onKeyDown = (event: KeyboardEvent) => {
    const positionMs = (audioRef.current?.currentTime ?? 0) * 1000;
    const step = stepsMs[event.key];
    if (step !== undefined) seekTo(positionMs + step);
    else if (event.key === 'Home') seekTo(0);
    else if (event.key === 'End') seekTo(durationMs);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={text.calls.player.position}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={seconds}
      aria-valuetext={text.calls.player.positionOf(
        formatDuration(seconds),
        formatDuration(durationMs / 1000),
      )}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        seekTo(((event.clientX - left) / width) * durationMs);
      }}
      className="cursor-pointer rounded-sm"
    >
      <canvas ref={canvasRef} aria-hidden className="block h-20 w-full" />
    </div>
  );
}

/** Calls `draw` now, on each frame while the audio plays, and when position, size or theme change. Returns the function that ends it. */
function redrawOn(canvas: HTMLCanvasElement, audio: HTMLAudioElement, draw: () => void): () => void {
  let frame = 0;
  const update = () => {
    cancelAnimationFrame(frame);
    draw();
    if (!audio.paused) frame = requestAnimationFrame(update);
  };
  const stop = new AbortController();
  for (const type of ['play', 'pause', 'seeking', 'seeked', 'timeupdate'])
    audio.addEventListener(type, update, { signal: stop.signal });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update, { signal: stop.signal });
  const resized = new ResizeObserver(update);
  resized.observe(canvas);
  const themed = new MutationObserver(update);
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  update();
  return () => {
    cancelAnimationFrame(frame);
    stop.abort();
    resized.disconnect();
    themed.disconnect();
  };
}

interface Drawing {
  readonly peaks: RecordingPeaks | undefined;
  readonly durationMs: number;
  readonly positionMs: number;
  readonly span: Span | undefined;
}

const barWidth = 2;
const barStep = 3;
const minSpanWidth = 3;

function drawWaveform(canvas: HTMLCanvasElement, { peaks, durationMs, positionMs, span }: Drawing): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return;
  const ratio = devicePixelRatio;
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const colors = readColors(canvas);
  const xOf = (ms: number) => (ms / durationMs) * width;
  if (span !== undefined) {
    context.fillStyle = colors.span;
    context.globalAlpha = 0.35;
    const spanWidth = Math.max(xOf(span.endMs) - xOf(span.startMs), minSpanWidth);
    context.fillRect(xOf(span.startMs), 0, spanWidth, height);
    context.globalAlpha = 1;
  }
  const lanes = { customer: height / 4, agent: (height * 3) / 4 } as const;
  for (const side of ['customer', 'agent'] as const) {
    context.fillStyle = colors[side];
    for (let x = 0; x < width; x += barStep) {
      const peak = peakBetween(peaks, side, (x / width) * durationMs, ((x + barStep) / width) * durationMs);
      const barHeight = Math.max(1, (peak / 255) ** 0.6 * (height / 2 - 4));
      context.globalAlpha = xOf(positionMs) > x ? 1 : 0.5;
      context.fillRect(x, lanes[side] - barHeight / 2, barWidth, barHeight);
    }
  }
  context.globalAlpha = 1;
  context.fillStyle = colors.position;
  context.fillRect(Math.min(xOf(positionMs), width - 1), 0, 1.5, height);
}

/** Returns the highest level of a side between two times. */
function peakBetween(
  peaks: RecordingPeaks | undefined,
  side: 'customer' | 'agent',
  fromMs: number,
  toMs: number,
): number {
  if (peaks === undefined) return 0;
  const from = Math.floor(fromMs / peaks.intervalMs);
  const to = Math.max(Math.ceil(toMs / peaks.intervalMs), from + 1);
  let highest = 0;
  for (let index = from; index < to; index++) highest = Math.max(highest, peaks[side][index] ?? 0);
  return highest;
}

const colorProperties = {
  customer: '--color-customer',
  agent: '--color-agent',
  span: '--color-warn',
  position: '--color-ink',
} as const;

/** Returns the colours of the current theme. A canvas cannot resolve `light-dark()`, an element can. */
function readColors(canvas: HTMLCanvasElement): Record<keyof typeof colorProperties, string> {
  const read = (property: string) => {
    canvas.style.color = `var(${property})`;
    return getComputedStyle(canvas).color;
  };
  const { customer, agent, span, position } = colorProperties;
  return { customer: read(customer), agent: read(agent), span: read(span), position: read(position) };
}
