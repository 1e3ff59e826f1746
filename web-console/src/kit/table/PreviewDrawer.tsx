import { EditOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

interface Props {
  title: string | undefined
  link: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A look at a row without leaving its list. */
export function PreviewDrawer({ title, link, onClose, children }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Drawer
      open={title !== undefined}
      onClose={onClose}
      mask={false}
      size={420}
      title={title}
      extra={
        link && (
          <Button icon={<EditOutlined />} onClick={() => void navigate(link)}>
            {t('edit')}
          </Button>
        )
      }
    >
      {children}
    </Drawer>
  )
}
