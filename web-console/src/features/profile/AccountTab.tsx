import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { signedOut, tellTabs, useSignInId } from '@/api/session'
import { alerts } from '@/kit/alerts'
import { sendPendingStops } from '@/kit/pendingStops'
import { useProfile } from '@/kit/permissions'
import { useDeleteProfileMutation } from './api'
import { AskPassword } from './AskPassword'
import { Section } from './Section'
import styles from './profile.module.css'

/** The end: one's own user in this project is deleted. */
export function AccountTab() {
  const { t } = useTranslation('profile')
  const profile = useProfile()
  const project = profile?.project?.name ?? ''
  const [isAsked, setAsked] = useState(false)
  const [remove] = useDeleteProfileMutation()
  const dispatch = useDispatch()
  const id = useSignInId()
  return (
    <div className={styles.sections}>
      <Section
        title={t('account.delete')}
        text={t('account.text', { project })}
        actions={
          <Button danger onClick={() => setAsked(true)}>
            {t('account.delete')}
          </Button>
        }
      >
        {isAsked && (
          <AskPassword
            title={t('account.sure')}
            text={t('account.text', { project })}
            action={t('account.delete')}
            onApprove={async (password) => {
              await sendPendingStops()
              await remove({ deleteProfileRequestInput: { password } }).unwrap()
              alerts.success(t('account.done'))
              dispatch(signedOut())
              tellTabs({ type: 'ended', id })
            }}
            onClose={() => setAsked(false)}
          />
        )}
      </Section>
    </div>
  )
}
