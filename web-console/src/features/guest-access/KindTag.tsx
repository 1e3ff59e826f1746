import { CarOutlined, LinkOutlined, NumberOutlined, QrcodeOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from './api'
import styles from './guest-access.module.css'

export const KIND_ICONS: Record<Kind, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  qr: QrcodeOutlined,
  access_code: NumberOutlined,
  license_plate: CarOutlined,
  url: LinkOutlined,
}

/** What the guest shows at the door. */
export function KindTag({ kind }: { kind: Kind | null }) {
  const { t } = useTranslation('guest-access')
  if (kind === null) return <>—</>
  const Icon = KIND_ICONS[kind]
  return (
    <span className={styles.kind}>
      <Icon aria-hidden />
      {t(`options.tags.${kind}`)}
    </span>
  )
}
