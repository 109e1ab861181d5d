const themeKey = 'parley.theme';

export type Theme = 'system' | 'light' | 'dark';

/** The chosen theme. `system` follows the operating system. */
export const readTheme = (): Theme => (localStorage.getItem(themeKey) as Theme | null) ?? 'system';

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme);
  applyTheme(theme);
}
