import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'

/** Whether a rule grants or forbids. */
export function EffectTag({ isProhibition }: { isProhibition: boolean }) {
  const { t } = useTranslation('access-rules')
  return isProhibition ? (
    <StatusTag tone="error" icon={StopOutlined}>
      {t('effects.forbids')}
    </StatusTag>
  ) : (
    <StatusTag tone="success" icon={CheckOutlined}>
      {t('effects.grants')}
    </StatusTag>
  )
}
