import type { ReactNode } from 'react'
import { AntdProvider } from './AntdProvider'
import { useThemeVariables } from './useThemeVariables'

/** Colours and type for everything below it, antd's controls among it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  useThemeVariables()
  return <AntdProvider>{children}</AntdProvider>
}
