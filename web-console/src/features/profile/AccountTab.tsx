import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { signedOut, tellTabs } from '@/api/session'
import { useAttempt } from '@/kit/feedback'
import { useProfile } from '@/kit/permissions'
import { useDeleteProfileMutation } from './api'
import { Section } from './Section'
import styles from './profile.module.css'

/** The end: one's own user in this project is deleted. */
export function AccountTab() {
  const { t } = useTranslation('profile')
  const profile = useProfile()
  const project = profile?.project?.name ?? ''
  const deleteAccount = useDeleteAccount(project)
  return (
    <div className={styles.sections}>
      <Section
        title={t('account.delete')}
        text={t('account.text', { project })}
        actions={
          <Button danger onClick={() => void deleteAccount()}>
            {t('account.delete')}
          </Button>
        }
      />
    </div>
  )
}

function useDeleteAccount(project: string) {
  const { t } = useTranslation('profile')
  const dispatch = useDispatch()
  const attempt = useAttempt()
  const [remove] = useDeleteProfileMutation()
  return async () => {
    const question = {
      title: t('account.sure'),
      text: t('account.text', { project }),
      action: t('account.delete'),
    }
    await attempt(async () => {
      await remove().unwrap()
      dispatch(signedOut())
      tellTabs({ type: 'ended' })
      return t('account.done')
    }, question)
  }
}
