import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  /** Why the control is off; false when it is on. */
  why: string | false | undefined
  children: ReactNode
}

/** Around a control that may be off: its reason in a tooltip, and for screen readers. */
export function Reason({ why, children }: Props) {
  if (!why) return <>{children}</>
  return (
    <Tooltip title={why}>
      {/* A disabled control takes no focus, so its wrapper does. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0} role="note" aria-label={why} style={{ display: 'inline-block' }}>
        {children}
      </span>
    </Tooltip>
  )
}
