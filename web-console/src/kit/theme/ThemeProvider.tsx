import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { dark, light } from './palette'
import { antdTheme } from './theme'
import { useThemeMode } from './themeMode'
import { cssVariables } from './variables'

/**
 * Colours and type for everything below it. Motion is turned off in base.css: as a token of antd its
 * change builds everything below anew, and what somebody was typing is gone.
 */
export function ThemeProvider({ locale, children }: { locale?: Locale; children: ReactNode }) {
  const { isDark } = useThemeMode()
  const palette = isDark ? dark : light
  const theme = useMemo(() => antdTheme(palette, isDark), [palette, isDark])

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
