import { Skeleton, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { usePreference } from '@/kit/preferences'
import {
  NOTIFICATION_CLASSES,
  useGetNotificationSettingsQuery,
  useSetNotificationSettingsMutation,
  type NotificationClass,
} from './api'
import styles from './SettingsPage.module.css'
import { soundOn } from './sound'

/** Of what the person wants to hear; each switch is saved at once. */
export default function NotificationSettingsPage() {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const { data, error, refetch } = useGetNotificationSettingsQuery()
  const [save, { isLoading, originalArgs }] = useSetNotificationSettingsMutation()
  const [isSoundOn, setSoundOn] = usePreference(soundOn)
  const settings = data?.settings ?? []
  const wanted = originalArgs?.notificationSettingsInput.settings
  // What was just asked for shows while it is being saved.
  const isOn = (type: NotificationClass) =>
    ((isLoading ? wanted : undefined) ?? settings).find((each) => each.type === type)?.acs ?? true
  const set = (type: NotificationClass, acs: boolean) => {
    const others = settings.filter((each) => each.type !== type)
    save({ notificationSettingsInput: { settings: [...others, { type, acs }] } })
      .unwrap()
      .catch((failure: unknown) => void alerts.error(errorText(failure)))
  }
  return (
    <Page title={t('settings.title')} note={t('settings.note')}>
      <section className={styles.settings}>
        <h2>{t('settings.classes')}</h2>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          NOTIFICATION_CLASSES.map((type) => (
            <label key={type} className={styles.row} htmlFor={`class-${type}`}>
              <span>
                <strong>{t(`options.types.${type}`)}</strong>
                <small>{t(`options.help.${type}`)}</small>
              </span>
              <Switch
                id={`class-${type}`}
                aria-label={t(`options.types.${type}`)}
                checked={isOn(type)}
                disabled={isLoading}
                onChange={(acs) => set(type, acs)}
              />
            </label>
          ))
        )}
        <h2>{t('settings.browser')}</h2>
        <label className={styles.row} htmlFor="sound">
          <span>
            <strong>{t('settings.sound')}</strong>
            <small>{t('settings.soundText')}</small>
          </span>
          <Switch
            id="sound"
            aria-label={t('settings.sound')}
            checked={isSoundOn}
            onChange={setSoundOn}
          />
        </label>
      </section>
    </Page>
  )
}
