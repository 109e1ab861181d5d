import { useEffect, useState } from 'react';

const stepMs = 450;

/** Returns the node to light, and a function that lights nodes one after the other. The last one stays lit. */
export function useLitNode() {
  const [queue, setQueue] = useState<readonly string[]>([]);
  useEffect(() => {
    if (queue.length < 2) return undefined;
    const timer = setTimeout(() => setQueue(queue.slice(1)), stepMs);
    return () => clearTimeout(timer);
  }, [queue]);
  return [queue[0], setQueue] as const;
}
