import { Link, type LinkProps } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { text } from '../text/index.ts';
import { Spinner } from './button.tsx';
import { ErrorState } from './states.tsx';
import { useIsNarrow } from './use-is-narrow.ts';

export interface Column<Row> {
  readonly header: string;
  /** A track of CSS grid, such as `8rem` or `minmax(10rem, 1fr)`. */
  readonly width: string;
  /** The track on narrow screens. Default: `width`. */
  readonly narrowWidth?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Shown below the cell on narrow screens, where it stands for omitted columns. */
  readonly secondLine?: (row: Row) => ReactNode;
  readonly align?: 'end';
  /** Omitted on narrow screens. */
  readonly isSecondary?: boolean;
}

interface RowsQuery<Row> {
  readonly rows: readonly Row[];
  readonly error: unknown;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly query: RowsQuery<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The page of a row. The whole row is the link. Nothing for a row without a page. */
  readonly linkOf?: (row: Row) => LinkProps | undefined;
  /** Shown without rows. */
  readonly empty: ReactNode;
}

const rowHeight = 44;
/** Has two lines of 24 px, the least height of a target (WCAG 2.2, 2.5.8). */
const twoLineHeight = 60;
/** Its links are as high as the line. */
const secondLineClass =
  'truncate text-xs leading-6 text-muted [&>a]:inline-block [&>a]:max-w-full [&>a]:truncate [&>a]:align-bottom';

/**
 * A list of any length: it draws the visible rows and reads the next page before the end is reached. Arrow keys, J and K move between the
 * rows, Enter opens one.
 */
export function DataTable<Row>({ label, query, keyOf, linkOf, empty, ...props }: DataTableProps<Row>) {
  const isNarrow = useIsNarrow();
  const columns = useMemo(
    () => (isNarrow ? narrowed(props.columns) : props.columns.map(withoutSecondLine)),
    [isNarrow, props.columns],
  );
  const height = columns.some(({ secondLine }) => secondLine !== undefined) ? twoLineHeight : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    getItemKey: (index) => keyOf(rows[index]!),
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && lastIndex >= rows.length - 15) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, lastIndex, rows.length]);
  const focus = useFocusAfterRemoval(scroller, rows, keyOf);

  if (query.isPending) return <TableSkeleton columns={columns} height={height} />;
  if (query.error !== null && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div
      ref={scroller}
      onKeyDown={moveFocus}
      {...focus}
      className="h-full overflow-auto border-t border-line bg-surface"
    >
      <div role="table" aria-label={label} aria-rowcount={hasNextPage ? -1 : rows.length + 1}>
        <div
          role="row"
          aria-rowindex={1}
          className={`${rowClass} sticky top-0 z-10 h-9 bg-surface`}
          style={gridOf(columns)}
        >
          {columns.map((column) => (
            <div
              key={column.header}
              role="columnheader"
              className={`${cellClass(column)} text-xs font-medium text-muted`}
            >
              {column.header}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtualizer.getTotalSize() }} className="relative">
          {items.map(({ index, key, start }) => (
            <TableRow
              key={key}
              rowKey={String(key)}
              row={rows[index]!}
              columns={columns}
              index={index}
              top={start}
              height={height}
              linkOf={linkOf}
            />
          ))}
        </div>
      </div>
      {isFetchingNextPage && <LoadingNextPage />}
    </div>
  );
}

const LoadingNextPage = () => (
  <p role="status" className="flex items-center justify-center gap-2 py-3 text-sm text-muted">
    <Spinner />
    {text.common.loading}
  </p>
);

/** Moves the focus from a row that is removed, such as that of an ended call, to the row that takes its place. */
function useFocusAfterRemoval<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const focusedKey = useRef<string>(undefined);
  const previousRows = useRef(rows);
  useLayoutEffect(() => {
    const previous = previousRows.current;
    previousRows.current = rows;
    const key = focusedKey.current;
    if (key === undefined || previous === rows || rows.some((row) => keyOf(row) === key)) return;
    focusedKey.current = undefined;
    const index = previous.findIndex((row) => keyOf(row) === key);
    const next = rows[Math.min(index, rows.length - 1)];
    if (next !== undefined && document.activeElement === document.body)
      scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(next))}"]`)?.focus();
  }, [scroller, rows, keyOf]);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => void (focusedKey.current = target.dataset['row']),
    onBlur: () => void (focusedKey.current = undefined),
  };
}

const skeletonRows = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'] as const;

/** The places of the rows while the first page is read. */
function TableSkeleton<Row>({
  columns,
  height,
}: {
  readonly columns: readonly Column<Row>[];
  readonly height: number;
}) {
  return (
    <div role="status" className="h-full overflow-hidden border-t border-line bg-surface">
      <span className="sr-only">{text.common.loading}</span>
      <div aria-hidden className={`${rowClass} h-9`} style={gridOf(columns)}>
        {columns.map((column) => (
          <div key={column.header} className={`${cellClass(column)} text-xs font-medium text-muted`}>
            {column.header}
          </div>
        ))}
      </div>
      {skeletonRows.map((width, index) => (
        <div key={index} aria-hidden className={rowClass} style={{ ...gridOf(columns), height }}>
          {columns.map((column) => (
            <div key={column.header} className={`${cellClass(column)} grid`}>
              <span
                className={`h-2.5 rounded-md bg-line ${width} ${column.align === 'end' ? 'justify-self-end' : ''}`}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const narrowed = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns
    .filter(({ isSecondary }) => isSecondary !== true)
    .map((column) => ({ ...column, width: column.narrowWidth ?? column.width }));

const withoutSecondLine = <Row,>({ secondLine: _narrow, ...column }: Column<Row>): Column<Row> => column;

const rowClass = 'grid w-full items-center border-b border-line px-3';

const gridOf = (columns: readonly { readonly width: string }[]) => ({
  gridTemplateColumns: columns.map(({ width }) => width).join(' '),
});

const cellClass = ({ align }: { readonly align?: 'end' }) =>
  `min-w-0 truncate px-3 max-md:px-1 ${align === 'end' ? 'text-end' : ''}`;

interface TableRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly linkOf: ((row: Row) => LinkProps | undefined) | undefined;
}

/** A row is drawn again only if it changed, so that lists which change on every frame stay cheap. */
const TableRow = memo(TableRowContent) as typeof TableRowContent;

function TableRowContent<Row>({ row, rowKey, columns, index, top, height, linkOf }: TableRowProps<Row>) {
  const [first, ...others] = columns;
  const link = linkOf?.(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${rowClass} absolute left-0 text-sm ${link ? 'hover:bg-hover has-[a:focus-visible]:bg-selected has-[a[aria-current]]:bg-selected' : ''}`}
      style={{ ...gridOf(columns), height, transform: `translateY(${top}px)` }}
    >
      <div role="cell" className={cellClass(first!)}>
        {link === undefined ? (
          first!.cell(row)
        ) : (
          <Link
            {...link}
            data-row={rowKey}
            className={`font-medium outline-none after:absolute after:inset-0 after:content-[''] ${first!.secondLine === undefined ? '' : 'block truncate leading-6'}`}
          >
            {first!.cell(row)}
          </Link>
        )}
        <SecondLine column={first!} row={row} />
      </div>
      {others.map((column) => (
        <div key={column.header} role="cell" className={cellClass(column)}>
          {column.cell(row)}
          <SecondLine column={column} row={row} />
        </div>
      ))}
    </div>
  );
}

function SecondLine<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  if (column.secondLine === undefined) return null;
  return <div className={secondLineClass}>{column.secondLine(row)}</div>;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const index = links.findIndex((link) => link.closest('[role="row"]')!.contains(document.activeElement));
  const next = links[index + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
