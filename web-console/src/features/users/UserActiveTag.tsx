import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'

/** Whether a user may sign in and pass doors. */
export function UserActiveTag({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('users')
  return isActive ? (
    <StatusTag tone="success">{t('active')}</StatusTag>
  ) : (
    <StatusTag tone="neutral">{t('inactive')}</StatusTag>
  )
}
