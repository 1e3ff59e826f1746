import { CheckOutlined } from '@ant-design/icons'
import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorState } from '@/kit/feedback'
import { useConfirmAccountMutation } from './registrationApi'
import { AuthPage, toLogin } from './AuthPage'
import styles from './auth.module.css'
import { isOutdated } from './isOutdated'
import { Notice } from './Notice'
import { OutdatedLink } from './OutdatedLink'

/** The link of a self-registration: the account may sign in from now on. */
export default function ConfirmAccountPage() {
  const { t } = useTranslation('auth')
  const { token = '' } = useParams()
  const [confirm, { isSuccess, error }] = useConfirmAccountMutation()
  // A token is good once, and effects run twice in development.
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void confirm({ confirmAccountRequestInput: { token } })
  })
  if (isSuccess) {
    return (
      <Notice
        tone="success"
        icon={CheckOutlined}
        title={t('confirm.done')}
        text={t('confirm.doneText')}
        links={[toLogin(t('toSignIn'))]}
      />
    )
  }
  if (error && isOutdated(error)) {
    return (
      <OutdatedLink
        text={t('confirm.outdated')}
        links={[toLogin(t('toSignIn')), { to: '/password/recovery', text: t('forgot') }]}
      />
    )
  }
  return (
    <AuthPage title={t('confirm.title')} lead={t('confirm.wait')}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void confirm({ confirmAccountRequestInput: { token } })}
        />
      ) : (
        <Spin className={styles.spin} />
      )}
    </AuthPage>
  )
}
