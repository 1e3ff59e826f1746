import { EditOutlined } from '@ant-design/icons'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../page/LinkButton'

interface Props {
  title: string | undefined
  link: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A look at a row without leaving its list. */
export function PreviewDrawer({ title, link, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      open={title !== undefined}
      onClose={onClose}
      mask={false}
      size={420}
      title={title}
      extra={
        link && (
          <LinkButton to={link} icon={<EditOutlined aria-hidden />}>
            {t('edit')}
          </LinkButton>
        )
      }
    >
      {children}
    </Drawer>
  )
}
