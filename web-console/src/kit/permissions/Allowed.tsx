import { cloneElement, type ReactElement } from 'react'
import { Reason } from '../feedback/Reason'
import type { Need } from './permissions'
import { useLack } from './useLack'

interface Props {
  need: Need | undefined
  /** A button, or whatever else takes `disabled`. */
  children: ReactElement<{ disabled?: boolean }>
}

/** A control that is there for everybody: who lacks the right sees it off, and which right it is. */
export function Allowed({ need, children }: Props) {
  const why = useLack()(need)
  return <Reason why={why}>{why ? cloneElement(children, { disabled: true }) : children}</Reason>
}
