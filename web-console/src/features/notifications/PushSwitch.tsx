import { Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGetProfileQuery } from '@/api/profile'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { usePreference } from '@/kit/preferences'
import {
  isPushPossible,
  pushOwner,
  PushRefused,
  subscribeBrowser,
  unsubscribeBrowser,
  useDeletePushSubscriptionMutation,
  useGetPushKeyQuery,
  useSavePushSubscriptionMutation,
} from './push'
import styles from './SettingsPage.module.css'

/** Whether this browser shows notifications while the console is closed. The person is asked only at the switch. */
export function PushSwitch() {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const { data } = useGetPushKeyQuery()
  const userId = useGetProfileQuery().data?.id ?? 0
  const [owner, setOwner] = usePreference(pushOwner)
  const [isBusy, setBusy] = useState(false)
  const [save] = useSavePushSubscriptionMutation()
  const [remove] = useDeletePushSubscriptionMutation()
  const key = data?.public_key ?? ''
  const isPossible = isPushPossible()
  const isBlocked = isPossible && Notification.permission === 'denied'
  const isOn =
    userId !== 0 && owner === userId && isPossible && Notification.permission === 'granted'

  const switchTo = async (wanted: boolean) => {
    if (wanted) {
      await save({ pushSubscriptionInput: await subscribeBrowser(key) }).unwrap()
      setOwner(userId)
      return
    }
    setOwner(0)
    const endpoint = await unsubscribeBrowser()
    if (endpoint) await remove({ deletePushSubscriptionRequestInput: { endpoint } }).unwrap()
  }
  const change = (wanted: boolean) => {
    setBusy(true)
    switchTo(wanted)
      .catch((failure: unknown) => {
        const text = failure instanceof PushRefused ? t('settings.pushBlocked') : errorText(failure)
        void alerts.error(text)
      })
      .finally(() => setBusy(false))
  }
  const note = () => {
    if (!isPossible) return t('settings.pushImpossible')
    if (data && !key) return t('settings.pushMissing')
    return isBlocked ? t('settings.pushBlocked') : t('settings.pushText')
  }
  return (
    <label className={styles.row} htmlFor="push">
      <span>
        <strong>{t('settings.push')}</strong>
        <small>{note()}</small>
      </span>
      <Switch
        id="push"
        aria-label={t('settings.push')}
        checked={isOn}
        loading={isBusy}
        disabled={!isPossible || !key || (isBlocked && !isOn)}
        onChange={change}
      />
    </label>
  )
}
