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
