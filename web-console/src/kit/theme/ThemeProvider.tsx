import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { useMediaQuery } from '../useMediaQuery'
import { dark, light } from './palette'
import { antdTheme } from './theme'
import { useThemeMode } from './themeMode'
import { cssVariables } from './variables'

/** Colours, type and motion for everything below it. */
export function ThemeProvider({ locale, children }: { locale?: Locale; children: ReactNode }) {
  const { isDark } = useThemeMode()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const palette = isDark ? dark : light
  const theme = useMemo(() => antdTheme(palette, isDark, still), [palette, isDark, still])

  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.colorScheme = isDark ? 'dark' : 'light'
    root.dataset.theme = isDark ? 'dark' : 'light'
    for (const [name, value] of Object.entries(cssVariables(palette))) {
      root.style.setProperty(name, value)
    }
  }, [palette, isDark])

  return (
    <ConfigProvider theme={theme} locale={locale}>
      {children}
    </ConfigProvider>
  )
}
