import type { ComponentType } from 'react'
import { AntdProvider } from '@/kit/theme'

/** A page whose controls are antd's, with their theme and texts. */
export function withAntd(Page: ComponentType): ComponentType {
  return function PageWithAntd() {
    return (
      <AntdProvider>
        <Page />
      </AntdProvider>
    )
  }
}
