export const common = {
  product: 'Parley',
  loading: 'Loading …',
  failed: 'This could not be loaded',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  more: 'Show more',
  any: 'Any',
  clearFilters: 'Clear filters',
  export: 'Export',
  copy: 'Copy',
  copied: 'Copied',
  newTab: '(opens a new tab)',
  skipToContent: 'Skip to content',
  menu: 'Menu',
  notFoundTitle: 'Page not found',
  notFound: 'No page has this address.',
  toHome: 'Go to home',
  crashed: 'This page failed',
  navigation: {
    label: 'Main navigation',
    home: 'Home',
    calls: 'Calls',
    live: 'Live',
    batches: 'Batches',
    inbox: 'Inbox',
    tasks: 'Tasks',
    agents: 'Agents',
    flows: 'Flows',
    dispositions: 'Dispositions',
    numbers: 'Numbers',
    suppressions: 'Suppressions',
    analytics: 'Analytics',
    settings: 'Settings',
    work: 'Work',
    build: 'Build',
    records: 'Records',
    reference: 'API reference',
  },
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  forbidden: (scope: string) =>
    `Your role does not include ${scope}. Ask an owner or admin of the workspace.`,
};

/** Texts about files that users choose. */
export const files = {
  drop: 'Drop a file here',
  hint: 'CSV of any encoding, or an Excel workbook (.xlsx)',
  choose: 'Choose file',
  other: 'Choose another file',
  workbookTooLarge: (megabytes: string) =>
    `The workbook is larger than ${megabytes} MB. Save it as CSV in the spreadsheet program, and choose that file.`,
  workbookUnreadable:
    'The workbook could not be read. Save it as CSV in the spreadsheet program, and choose that file.',
  oldWorkbook:
    'Workbooks of the format .xls cannot be read. Save the file as .xlsx or CSV, and choose that file.',
  tooLarge: (size: string, limit: string) =>
    `The file has ${size}, and the limit is ${limit}. Split it into several files, and choose one after the other.`,
  empty: 'The file is empty.',
};
