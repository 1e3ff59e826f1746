import { oneOf, preference, usePreference } from '../preferences'
import { useMediaQuery } from '../useMediaQuery'

export const THEME_MODES = ['light', 'dark', 'system'] as const
export type ThemeMode = (typeof THEME_MODES)[number]

const themePreference = preference<ThemeMode>('theme', 'system', oneOf(THEME_MODES))

/** The chosen mode, and what it comes to on this machine. */
export function useThemeMode() {
  const [mode, setMode] = usePreference(themePreference)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  return { mode, setMode, isDark: mode === 'dark' || (mode === 'system' && systemIsDark) }
}
