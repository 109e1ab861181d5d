import { useEffect, useRef, useState } from 'react';

/** Plays one sound at a time. `playing` is the key of the sound that is heard. */
export function usePlayer() {
  const audio = useRef<HTMLAudioElement>(undefined);
  const [playing, setPlaying] = useState<string>();
  const stop = () => audio.current?.pause();
  useEffect(() => () => audio.current?.pause(), []);
  const play = (key: string, sound: Blob) => {
    stop();
    const url = URL.createObjectURL(sound);
    const element = new Audio(url);
    // Also fired at the end of the sound.
    element.addEventListener('pause', () => {
      URL.revokeObjectURL(url);
      setPlaying((current) => (current === key ? undefined : current));
    });
    audio.current = element;
    setPlaying(key);
    element.play().catch(() => setPlaying(undefined));
  };
  return { playing, play, stop };
}
