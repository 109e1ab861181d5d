interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly isLarge?: boolean;
}

/** How much of something is done. */
export const ProgressBar = ({ label, value, max, isLarge = false }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={value}
    className={`overflow-hidden rounded-full bg-line ${isLarge ? 'h-2.5' : 'h-1.5'}`}
  >
    <div className="h-full bg-accent" style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }} />
  </div>
);
