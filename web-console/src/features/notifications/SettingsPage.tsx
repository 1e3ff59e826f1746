import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { usePreference } from '@/kit/preferences'
import {
  NOTIFICATION_CLASSES,
  useGetNotificationSettingsQuery,
  useSetNotificationSettingsMutation,
  type NotificationClass,
} from './api'
import { PushSwitch } from './PushSwitch'
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
  const of = (type: NotificationClass) =>
    [...((isLoading && wanted) || []), ...settings].find((each) => each.type === type)
  const isOn = (type: NotificationClass) => of(type)?.acs ?? true
  const isPushed = (type: NotificationClass) => of(type)?.push ?? false
  // The others are not sent: what nobody has chosen goes on following their role.
  const set = (type: NotificationClass, acs: boolean, push: boolean) => {
    save({ notificationSettingsInput: { settings: [{ type, acs, push }] } })
      .unwrap()
      .catch((failure: unknown) => void alerts.error(errorText(failure)))
  }
  return (
    <Page title={t('settings.title')} note={t('settings.note')}>
      <section className={styles.settings}>
        <div className={styles.heading}>
          <h2>{t('settings.classes')}</h2>
          <small>{t('settings.inConsole')}</small>
          <small>{t('settings.pushed')}</small>
        </div>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading title={false} paragraph={{ rows: 8 }} />
        ) : (
          NOTIFICATION_CLASSES.map((type) => (
            <div key={type} className={styles.row}>
              <label htmlFor={`class-${type}`}>
                <strong>{t(`options.types.${type}`)}</strong>
                <small>{t(`options.help.${type}`)}</small>
              </label>
              <Switch
                id={`class-${type}`}
                aria-label={t(`options.types.${type}`)}
                checked={isOn(type)}
                disabled={isLoading}
                onChange={(acs) => set(type, acs, isPushed(type))}
              />
              <Switch
                size="small"
                aria-label={t('settings.pushOf', { name: t(`options.types.${type}`) })}
                checked={isOn(type) && isPushed(type)}
                disabled={isLoading || !isOn(type)}
                onChange={(push) => set(type, true, push)}
              />
            </div>
          ))
        )}
        <h2>{t('settings.browser')}</h2>
        <PushSwitch />
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
