import { useLayoutEffect } from 'react'
import { dark, light } from './palette'
import { useThemeMode } from './themeMode'
import { cssVariables } from './variables'

/** Puts the colours of the chosen theme on the page: all that what is no control of antd needs. */
export function useThemeVariables(): void {
  const { isDark } = useThemeMode()
  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.colorScheme = isDark ? 'dark' : 'light'
    root.dataset.theme = isDark ? 'dark' : 'light'
    for (const [name, value] of Object.entries(cssVariables(isDark ? dark : light))) {
      root.style.setProperty(name, value)
    }
  }, [isDark])
}
