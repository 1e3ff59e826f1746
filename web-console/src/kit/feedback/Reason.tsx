import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  /** Why the control is off; false when it is on. */
  why: string | false | undefined
  /** The control takes the whole width. */
  isBlock?: boolean
  children: ReactNode
}

/** Around a control that may be off: its reason in a tooltip, and for screen readers. */
export function Reason({ why, isBlock = false, children }: Props) {
  if (!why) return <>{children}</>
  return (
    <Tooltip title={why}>
      {/* A disabled control takes no focus, so its wrapper does. */}
      <span
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="note"
        aria-label={why}
        style={{ display: isBlock ? 'block' : 'inline-block' }}
      >
        {children}
      </span>
    </Tooltip>
  )
}
