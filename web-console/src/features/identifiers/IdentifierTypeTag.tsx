import {
  CarOutlined,
  CreditCardOutlined,
  KeyOutlined,
  MobileOutlined,
  NumberOutlined,
  QrcodeOutlined,
  SmileOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { IdentifierType } from './api'

const ICONS: Record<IdentifierType, ComponentType> = {
  card: CreditCardOutlined,
  ukey: KeyOutlined,
  ukey2: MobileOutlined,
  access_code: NumberOutlined,
  qr: QrcodeOutlined,
  face: SmileOutlined,
  license_plate: CarOutlined,
}

/** What kind of identifier it is. */
export function IdentifierTypeTag({ type }: { type: IdentifierType | null }) {
  const { t } = useTranslation('identifiers')
  if (type === null) return <>—</>
  return (
    <StatusTag tone="neutral" icon={ICONS[type]}>
      {t(`options.types.${type}`)}
    </StatusTag>
  )
}
