import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

interface Props {
  /** Address of the form of a new row. */
  to: string
  /** Set by `<Allowed>`. */
  disabled?: boolean
  children: ReactNode
}

/** What most lists are begun with: in the head of the page, and in place of an empty list. */
export function AddButton({ to, disabled, children }: Props) {
  const navigate = useNavigate()
  return (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      disabled={disabled}
      onClick={() => void navigate(to)}
    >
      {children}
    </Button>
  )
}
