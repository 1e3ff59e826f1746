import { MailOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'

interface Props {
  user: { is_active: boolean; is_invited: boolean }
}

/** Whether a user may sign in and pass doors, and whether an invitation waits for them. */
export function UserStateTag({ user }: Props) {
  const { t } = useTranslation('users')
  if (!user.is_active) return <StatusTag tone="neutral">{t('inactive')}</StatusTag>
  if (user.is_invited) {
    return (
      <StatusTag tone="info" icon={MailOutlined}>
        {t('invited')}
      </StatusTag>
    )
  }
  return <StatusTag tone="success">{t('active')}</StatusTag>
}
