export { ThemeProvider } from './ThemeProvider'
export { ThemeSwitch } from './ThemeSwitch'
export { THEME_MODES, useThemeMode, type ThemeMode } from './themeMode'
export type { ToneName } from './palette'
