import { text } from '../../text/index.ts';

export const Logo = () => (
  <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
    <svg aria-hidden viewBox="0 0 32 32" className="size-6">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M9 13v6M14 9v14M19 12v8M24 14.5v3"
        className="stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
    {text.common.product}
  </span>
);
