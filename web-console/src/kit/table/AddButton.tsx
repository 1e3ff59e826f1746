import { PlusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { LinkButton } from '@/kit/page/LinkButton'

interface Props {
  /** Address of the form of a new row. */
  to: string
  /** Set by `<Allowed>`. */
  disabled?: boolean
  children: ReactNode
}

/** What most lists are begun with: in the head of the page, and in place of an empty list. */
export function AddButton({ to, disabled, children }: Props) {
  return (
    <LinkButton to={to} type="primary" icon={<PlusOutlined aria-hidden />} disabled={disabled}>
      {children}
    </LinkButton>
  )
}
