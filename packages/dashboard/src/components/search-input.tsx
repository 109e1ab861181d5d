import { useEffect, useState } from 'react';
import { TextInput } from './field.tsx';

const typingPauseMs = 250;

interface SearchInputProps {
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  /** `tel`: phones show a keyboard of digits. */
  readonly inputMode?: 'text' | 'tel';
  readonly maxLength?: number;
  /** The text in the URL. */
  readonly initial: string;
  readonly onSearch: (text: string) => void;
}

/** Reports the text after a pause in typing. */
export function SearchInput({
  label,
  placeholder = label,
  inputMode = 'text',
  maxLength = 200,
  initial,
  onSearch,
}: SearchInputProps) {
  const [value, setValue] = useState(initial);
  const [previous, setPrevious] = useState(initial);
  const [reported, setReported] = useState(initial);
  if (previous !== initial) {
    setPrevious(initial);
    // A link or a button of the page has changed the filters.
    if (initial !== reported) {
      setReported(initial);
      setValue(initial);
    }
  }
  useEffect(() => {
    if (value === initial) return undefined;
    const timer = setTimeout(() => {
      setReported(value);
      onSearch(value);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [value, initial, onSearch]);
  return (
    <TextInput
      type="search"
      className="md:max-w-56"
      aria-label={label}
      {...{ placeholder, inputMode, maxLength }}
      value={value}
      onValue={setValue}
    />
  );
}
