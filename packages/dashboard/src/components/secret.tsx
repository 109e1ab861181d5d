import { useRef, useState } from 'react';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';

/** A text that the service returns only once, with a button that copies it. */
export function Secret({ label, value }: { readonly label: string; readonly value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    // The clipboard is missing on pages without TLS: the selected text can still be copied by keyboard.
    input.current?.select();
    await navigator.clipboard?.writeText(value);
    setIsCopied(navigator.clipboard !== undefined);
  };
  return (
    <div className="flex gap-2">
      <input
        ref={input}
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        className="h-8 w-full min-w-0 rounded-md border border-line-strong bg-hover px-2.5 font-mono text-xs max-md:h-10"
      />
      <Button onClick={() => void copy()}>{isCopied ? text.common.copied : text.common.copy}</Button>
    </div>
  );
}
