import { ConfigProvider } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { dark, light } from './palette'
import { antdTheme } from './theme'
import { useAntdLocale } from './useAntdLocale'
import { useThemeMode } from './themeMode'

/**
 * Colours, type and texts of antd's controls for everything below it. Motion is turned off in base.css:
 * as a token of antd its change builds everything below anew, and what somebody was typing is gone.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { isDark } = useThemeMode()
  const theme = useMemo(() => antdTheme(isDark ? dark : light, isDark), [isDark])
  return (
    <ConfigProvider theme={theme} locale={useAntdLocale()}>
      {children}
    </ConfigProvider>
  )
}
